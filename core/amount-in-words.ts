const DIGITS = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const TRADITIONAL_DIGITS = ['零', '壹', '貳', '參', '肆', '伍', '陸', '柒', '捌', '玖'];

/**
 * An amount in fen (a hundredth of a yuan) in tamper-resistant Chinese capital numerals, as banks write them (PBC,
 * Rules of filling in bills and settlement vouchers, annex 1): 10001 → 壹佰元零壹分. `traditional` uses the characters of
 * Taiwan and Hong Kong, where the yuan is 圓. `negative` precedes an amount below zero.
 */
export function amountInWords(
  fen: number | bigint,
  { negative = '负', traditional = false }: { negative?: string; traditional?: boolean } = {},
): string {
  const all = BigInt(fen);
  const amount = all < 0n ? -all : all;
  const digits = traditional ? TRADITIONAL_DIGITS : DIGITS;
  const [whole, jiao, rest] = [amount / 100n, Number((amount / 10n) % 10n), Number(amount % 10n)];
  const sign = all < 0n ? negative : '';
  const yuan = traditional ? '圓' : '元';
  const integer = whole === 0n ? '' : `${integerInWords(whole, digits, traditional)}${yuan}`;
  if (jiao === 0 && rest === 0) return `${sign}${integer || `零${yuan}`}整`;
  const jiaoText = jiao > 0 ? `${digits[jiao]}角` : integer ? '零' : '';
  return `${sign}${integer}${jiaoText}${rest > 0 ? `${digits[rest]}分` : '整'}`;
}

const UNITS = ['', '拾', '佰', '仟'];

/** A number from 1. Multiples of a hundred million are counted in 亿, so 10¹² is 壹万亿. */
function integerInWords(integer: bigint, digits: readonly string[], traditional: boolean): string {
  for (const [size, unit] of [
    [100_000_000n, traditional ? '億' : '亿'],
    [10_000n, traditional ? '萬' : '万'],
  ] as const) {
    if (integer < size) continue;
    const [high, low] = [integer / size, integer % size];
    const head = `${integerInWords(high, digits, traditional)}${unit}`;
    if (low === 0n) return head;
    const zero = low < size / 10n || high % 10n === 0n ? '零' : '';
    return `${head}${zero}${integerInWords(low, digits, traditional)}`;
  }
  let out = '';
  let zero = false;
  const text = String(integer);
  for (let i = 0; i < text.length; i++) {
    const digit = Number(text[i]);
    if (digit === 0) zero = out !== '';
    else {
      out += `${zero ? '零' : ''}${digits[digit]}${UNITS[text.length - 1 - i]}`;
      zero = false;
    }
  }
  return out;
}
