import type { Matrix } from '#core/ofd/model/geometry.ts';

/** A number in SVG notation: at most four decimals (a tenth of a micrometre in mm), no exponent. */
export function format(n: number): string {
  if (!Number.isFinite(n)) return '0';
  const text = n.toFixed(4);
  if (!text.includes('.')) return text;
  const short = text.replace(/\.?0+$/, '');
  return short === '-0' ? '0' : short;
}

/** Scale factors keep more digits, as they are multiplied by large numbers. */
function formatFactor(n: number): string {
  if (!Number.isFinite(n)) return '0';
  return String(Number(n.toPrecision(8))).includes('e') ? n.toFixed(10) : String(Number(n.toPrecision(8)));
}

/** ` transform="…"`, or an empty string for the identity. */
export function transformAttribute(m: Matrix, name = 'transform'): string {
  const [a, b, c, d, e, f] = m;
  if (a === 1 && b === 0 && c === 0 && d === 1) {
    return e === 0 && f === 0 ? '' : ` ${name}="translate(${format(e)} ${format(f)})"`;
  }
  const factors = [a, b, c, d].map(formatFactor).join(' ');
  return ` ${name}="matrix(${factors} ${format(e)} ${format(f)})"`;
}

/** The inverse of `m`; undefined if it is singular. */
export function invert(m: Matrix): Matrix | undefined {
  const [a, b, c, d, e, f] = m;
  const det = a * d - b * c;
  if (!Number.isFinite(det) || Math.abs(det) < 1e-12) return undefined;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}
