/**
 * Reads a number with separators of thousands: `1,200,000.5`, `1 200 000`, `１２００`. Undefined if the separators are
 * elsewhere, as in `1,2345` or `1,23`: it may be another number, or two, and whoever typed it is asked.
 *
 * ```ts
 * readGrouped('-1,200.50'); // '-1200.50'
 * ```
 */
export function readGrouped(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const [, sign = '', whole, decimals = ''] =
    /^([-\u2212]?)\s?(\d{1,3}(?:([,'’\s])\d{3})(?:\3\d{3})*|\d+)(\.\d+)?$/u.exec(plain)?.toSpliced(3, 1) ??
    [];
  return whole === undefined ? undefined : `${sign && '-'}${whole.replace(/\D/g, '')}${decimals}`;
}
