import { isDay } from '#core/template/fill/format-value.ts';
import { toPlain } from './text.ts';

/**
 * Reads a day as `2026-11-03`: typed as `2026年11月3日`, `2026/11/3`, `2026.11.03` or `20261103`, with spaces or
 * full-width digits, or as a spreadsheet shows midnight. Undefined if it is none, or does not exist.
 */
export function readDay(text: string): string | undefined {
  const plain = toPlain(text).replace(/00:00(:00)?$/, '');
  const [, year, month, day] =
    /^(\d{4})([-/.年])(\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain)?.toSpliced(2, 1) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    [];
  if (!year) return undefined;
  const value = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return isDay(value) ? value : undefined;
}
