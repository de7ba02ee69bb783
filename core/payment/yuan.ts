import { AppError } from '#core/errors.ts';

/** Formats an amount in fen as yuan with two decimals: 1990 is `19.90`. */
export function yuanOf(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new AppError('INPUT_INVALID', {}, 'amount');
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses yuan (`19.9`, `19.90`, `-3.00`) to an integer in fen, without floats. Decimals after the second must be zero.
 * Throws INPUT_INVALID for anything else, and beyond 10¹² yuan.
 */
export function fenOf(yuan: string): number {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(yuan) ?? [];
  if (whole === undefined) throw new AppError('INPUT_INVALID', {}, 'amount');
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return sign && fen > 0 ? -fen : fen;
}
