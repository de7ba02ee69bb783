import { amountInWords } from '#core/amount-in-words.ts';

/** An amount that conditions of flows judge. */
export interface AmountFact {
  /** Name of the template's field; empty for the amount that the sender typed. */
  field: string;
  /** fen; null where the text cannot be read as an amount in yuan, or is not filled in yet. */
  fen: number | null;
}

const MANY = { 万: 10_000n, 萬: 10_000n, 亿: 100_000_000n, 億: 100_000_000n } as const;
const isMany = (unit: string | undefined): unit is keyof typeof MANY => unit !== undefined && unit in MANY;

/** Chinese numerals, ordinary and tamper-resistant, of both scripts. */
const DIGITS = new Map(
  ['零〇', '一壹', '二贰貳两兩', '三叁參', '四肆', '五伍', '六陆陸', '七柒', '八捌', '九玖'].flatMap(
    (some, i) => Array.from(some, (digit) => [digit, i] as const),
  ),
);
const UNITS = new Map<string, 10 | 100 | 1000>([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
]);

/**
 * Reads an amount in yuan as it is written in contracts, as an integer in fen: `1,200,000.00`, `￥120万元`,
 * `壹佰贰拾万元整`, `人民币壹佰贰拾万元整（¥1,200,000.00）`. Null for anything else: other currencies, negative amounts,
 * fractions of a fen, figures and words that contradict each other, and words that people read in two ways (`三万五`).
 */
export function readAmount(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/(?<![\d,.])\d{1,3}(?: \d{3})+(?![\d,])/g, (grouped) => grouped.replaceAll(' ', ''))
    .replace(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replaceAll('￥', '¥');
  const read = plain
    .split(/[()[\]【】;]|大写|大寫|小写|小寫/)
    .map(withoutCurrency)
    .filter(Boolean)
    .map(readPart);
  const [first] = read;
  if (first === undefined || first === null || read.some((one) => one !== first)) return null;
  return first <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(first) : null;
}

/** Without marks around it; by hand, as a pattern for the end of a text tries it anew from each of its marks. */
function withoutMarks(part: string): string {
  let [start, end] = [0, part.length];
  while (start < end && ':,、'.includes(part[start]!)) start++;
  while (end > start && ':,、。'.includes(part[end - 1]!)) end--;
  return part.slice(start, end);
}

const withoutCurrency = (part: string): string =>
  withoutMarks(part)
    .replace(/^(?:人民币|人民幣|RMB|CNY|¥|:)+/i, '')
    .replace(/(?:人民币|人民幣|RMB|CNY)$/i, '');

const readPart = (part: string): bigint | null => readFigures(part) ?? readChinese(part);

/** `1,200,000.5`, `120万元`, `0.5元整`. Undefined where the text is no figures. */
function readFigures(text: string): bigint | null | undefined {
  const [, whole, decimals = '', many] =
    /^(\d{1,3}(?:,\d{3})+|\d{1,20})(?:\.(\d{1,10}))?([万萬亿億])?(?:[元圆圓][整正]?)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scaled = BigInt(whole.replaceAll(',', '') + decimals) * 100n * (isMany(many) ? MANY[many] : 1n);
  const divisor = 10n ** BigInt(decimals.length);
  return scaled % divisor === 0n ? scaled / divisor : null;
}

const NUMERALS = [...DIGITS.keys(), ...UNITS.keys(), ...Object.keys(MANY)].join('');
const DIGIT = [...DIGITS.keys()].join('');
const WORDS = new RegExp(
  `^([${NUMERALS}]+)(?:[元圆圓][零〇]?(?:([${DIGIT}])角)?[零〇]?(?:([${DIGIT}])分)?[整正]?)?$|^(?:([${DIGIT}])角)?[零〇]?(?:([${DIGIT}])分)?[整正]?$`,
);

/** `壹佰贰拾万元零伍分`. Null where the text is no such words, or its words do not follow the rules. */
function readChinese(text: string): bigint | null {
  const found = WORDS.exec(text);
  if (!found || text === '') return null;
  const [, whole, jiao, fen, jiaoAlone, fenAlone] = found;
  if (whole === undefined && !jiaoAlone && !fenAlone) return null;
  const yuan = whole === undefined ? 0n : readInteger(whole);
  if (yuan === null) return null;
  const digit = (one: string | undefined) => BigInt(DIGITS.get(one ?? '') ?? 0);
  return yuan * 100n + digit(jiao ?? jiaoAlone) * 10n + digit(fen ?? fenAlone);
}

/** A whole number in words. Null unless the canonical words of its value are the same but for zeros between units. */
function readInteger(text: string): bigint | null {
  let total = 0n;
  let section = 0n;
  let digit: number | undefined;
  for (const one of text) {
    const unit = UNITS.get(one);
    const next = DIGITS.get(one);
    if (isMany(one)) {
      section += BigInt(digit ?? 0);
      total = one === '亿' || one === '億' ? (total + section) * MANY[one] : total + section * MANY[one];
      section = 0n;
      digit = undefined;
    } else if (unit !== undefined) {
      section += BigInt(unit) * BigInt(digit === undefined || digit === 0 ? 1 : digit);
      digit = undefined;
    } else {
      if (digit !== undefined && digit !== 0) return null;
      digit = next;
    }
  }
  const value = total + section + BigInt(digit ?? 0);
  return canonical(text) === canonical(amountInWords(value * 100n).replace('元整', '')) ? value : null;
}

/** Words in one script. A zero counts only before a digit without a unit, where it tells 105 from a short 150. */
function canonical(text: string): string {
  const plain = Array.from(text, (one) => {
    const digit = DIGITS.get(one);
    if (digit !== undefined) return String(digit);
    const unit = UNITS.get(one);
    return unit === undefined
      ? one === '億'
        ? '亿'
        : one === '萬'
          ? '万'
          : one
      : { 10: '十', 100: '百', 1000: '千' }[unit];
  }).join('');
  return plain
    .replace(/(^|[零0亿万])十/g, '$11十')
    .replace(/0(?=\d[十百千])/g, '')
    .replace(/0(?=$|[万亿])/g, (zero, at) => (at === 0 ? zero : ''));
}
