/** Width of a character in em as the writer lays it out: wide characters 1, all others 0.5. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xffdc) ||
    (code >= 0x2014 && code <= 0x2026) ||
    code > 0x1ffff;
  return wide ? 1 : 0.5;
}
