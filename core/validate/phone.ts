import { isMobile, readMobile, withoutCountry } from './mobile.ts';
import { toPlain } from './text.ts';

/** [5.16c] A landline with area code and optional extension, or a 400 or 800 number. */
export const isLandline = (text: string): boolean =>
  /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/.test(text) || /^[48]00-?\d{3}-?\d{4}$/.test(text);

/** [5.9b] [5.16a] A mobile number or a landline. */
export const isPhone = (text: string): boolean => isMobile(text) || isLandline(text);

/**
 * Reads a number as people paste it: `138 0013 8000`, `+86-138-0013-8000`, `(010) 8888 8888 转 12`, with invisible
 * characters of address books. The only reader of phone numbers, for forms, sheets, calls and templates. Text that is
 * no such number is returned without spaces.
 *
 * ```ts
 * readPhone('+86 138 0013 8000'); // '13800138000'
 * ```
 */
export function readPhone(text: string): string {
  const plain = toPlain(text);
  const digits = readMobile(text);
  if (isMobile(digits)) return digits;
  const { rest, country } = withoutCountry(plain);
  const parted = rest
    .replace(/转|轉|#|ext\.?|x/gi, '-')
    .replace(/[)./·]/g, '-')
    .replaceAll('(', '')
    .replace(/-{2,}/g, '-');
  const [area = '', ...others] = parted.split('-');
  const local = country && !/^(0|[48]00)/.test(parted) ? `0${area}` : area;
  // An extension is what follows a number of seven or eight digits; other hyphens only divide the number.
  const candidates = [
    [local, ...others].join('-'),
    `${local}-${others.join('')}`,
    `${local}-${others.slice(0, -1).join('')}-${others.at(-1) ?? ''}`,
  ];
  return (
    candidates.find(isLandline) ?? (isLandline(local + others.join('')) ? local + others.join('') : plain)
  );
}
