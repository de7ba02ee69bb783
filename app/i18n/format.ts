/** A point in time: epoch ms, an ISO text or a Date. */
export type Instant = number | string | Date;

const pad = (n: number) => String(n).padStart(2, '0');

/** `2026-11-20 14:05` in the device's time zone; an empty string for missing or invalid input. */
export function formatDateTime(at: Instant | null | undefined, { seconds = false } = {}): string {
  const d = toDate(at);
  if (!d) return '';
  const time = `${pad(d.getHours())}:${pad(d.getMinutes())}${seconds ? `:${pad(d.getSeconds())}` : ''}`;
  return `${formatDate(d)} ${time}`;
}

/** `2026-11-20` in the device's time zone. */
export function formatDate(at: Instant | null | undefined): string {
  const d = toDate(at);
  return d ? `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}` : '';
}

function toDate(at: Instant | null | undefined): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const d = new Date(at);
  return Number.isNaN(d.getTime()) ? undefined : d;
}

export function formatNumber(value: number, lang: string, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(lang, options).format(value);
}

/** Money in yuan, always with two decimals. */
export function formatMoney(yuan: number, lang: string): string {
  return formatNumber(yuan, lang, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' });
}

const SIZE_UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A file size in bytes as `3.2 MB` (1 KB = 1024 B), the number in the style of `lang`. */
export function formatSize(bytes: number, lang: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < SIZE_UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${formatNumber(value, lang, { maximumFractionDigits: unit === 0 || value >= 100 ? 0 : 1 })} ${SIZE_UNITS[unit]}`;
}
