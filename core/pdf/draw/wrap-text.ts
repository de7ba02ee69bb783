/** What must not begin a line in Chinese (GB/T 15834, clause 5.1), and closing marks of other scripts. */
const NOT_FIRST = new Set('，。、；：？！）】》」』〉〕］｝”’…—～·,.;:?!)]}>%％‰℃°');
/** What must not end a line. */
const NOT_LAST = new Set('（【《「『〈〔［｛“‘([{<$￥¥#＃№');
/** Kept together with their neighbours of the same kind: words and numbers of Latin, Greek and Cyrillic script. */
const WORD = /[0-9A-Za-z\u00c0-\u024f\u0370-\u052f'’_\-/.,:@]/;

/**
 * `text` in lines not wider than `width`; `widthOf` measures in the same unit. Chinese may break between any two
 * characters but for the rules of line starts and ends; words of other scripts stay whole where a line can hold them.
 * A line break in the text is kept; white space at a break is dropped.
 */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((paragraph) => wrapParagraph(paragraph.replace(/\t/g, ' '), width, widthOf));
}

function wrapParagraph(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const flush = (): void => {
    lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const unit of unitsOf(text)) {
    // White space at the end of a line may hang over.
    const own = widthOf(unit.trimEnd());
    if (used + own > width && line !== '') flush();
    if (line === '' && lines.length > 0 && unit.trim() === '') continue;
    if (own <= width || Array.from(unit).length === 1) {
      line += unit;
      used += widthOf(unit);
      continue;
    }
    // A unit wider than a whole line is broken where the line is full.
    for (const character of Array.from(unit)) {
      const step = widthOf(character);
      if (used + step > width && line !== '') flush();
      line += character;
      used += step;
    }
  }
  lines.push(line.trimEnd());
  return lines;
}

/** Pieces between which a line may break. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let previous = '';
  for (const character of Array.from(text)) {
    const last = units.length - 1;
    const joins =
      last >= 0 &&
      (NOT_FIRST.has(character) ||
        NOT_LAST.has(previous) ||
        (WORD.test(previous) && WORD.test(character)) ||
        (character === ' ' && previous !== ' '));
    if (joins) units[last] += character;
    else units.push(character);
    previous = character;
  }
  return units;
}
