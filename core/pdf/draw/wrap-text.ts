import { mayBreak } from '#core/line-breaks.ts';

/**
 * Breaks `text` into lines not wider than `width`; `widthOf` measures in the same unit. Chinese may break between any
 * two characters except as the rules for line starts and ends forbid; words of other scripts stay whole if they fit on
 * a line. Line breaks in the text are kept; white space at a break is dropped.
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
    // White space at the end of a line may exceed the width.
    const own = widthOf(unit.trimEnd());
    if (used + own > width && line !== '') flush();
    if (line === '' && lines.length > 0 && unit.trim() === '') continue;
    if (own <= width || Array.from(unit).length === 1) {
      line += unit;
      used += widthOf(unit);
      continue;
    }
    // A unit wider than a line is broken at any character.
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

/** Splits the text at the possible line breaks. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let previous = '';
  for (const character of Array.from(text)) {
    if (units.length > 0 && !mayBreak(previous, character)) units[units.length - 1] += character;
    else units.push(character);
    previous = character;
  }
  return units;
}
