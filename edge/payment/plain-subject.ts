/**
 * Subject of a trade or refund as providers accept it: at most `most` bytes of UTF-8, cut between characters, without
 * characters that would break a line of their bills.
 */
export function plainSubject(text: string, most: number): string {
  let bytes = 0;
  let plain = '';
  for (const character of text.replace(/[,`"'#\\\p{Cc}]+/gu, ' ')) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > most) break;
    plain += character;
  }
  return plain.trim();
}
