/** Width of a character in em as the writer sets it: wide characters 1, all others 0.5. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xffdc) ||
    (code >= 0x2014 && code <= 0x2026) ||
    code > 0x1ffff;
  return wide ? 1 : 0.5;
}

/** Not at the beginning of a line (GB/T 15834, 5.1): closing marks and stops. */
const NOT_FIRST = '，。、；：？！）》」』】〉”’…—,.;:?!)]}%％';
/** Not at the end of a line: opening marks. */
const NOT_LAST = '（《「『【〈“‘([{';

/**
 * Lines of `text` that are no wider than `width` em: Chinese breaks between any two characters but not before closing or
 * after opening marks, words and numbers stay whole where they fit. Line ends in the text are kept.
 */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const units = paragraph.match(/[A-Za-z0-9_@./:+-]+|./gsu) ?? [];
  const lines: string[] = [];
  let line: string[] = [];
  const size = (parts: string[]) => [...parts.join('')].reduce((n, c) => n + characterWidth(c), 0);
  const push = (unit: string) => {
    if (line.length > 0 && size([...line, unit]) > width) {
      const carried: string[] = [];
      if (NOT_FIRST.includes(unit) && line.length > 1) carried.unshift(line.pop()!);
      while (line.length > 1 && NOT_LAST.includes(line.at(-1)!)) carried.unshift(line.pop()!);
      lines.push(line.join(''));
      line = carried;
    }
    line.push(unit);
  };
  for (const unit of units) {
    if (size([unit]) <= width) push(unit);
    else for (const character of unit) push(character);
  }
  if (line.length > 0 || lines.length === 0) lines.push(line.join(''));
  return lines;
}
