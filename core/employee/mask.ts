import { maskMail, maskMobile } from '#core/identity/mask.ts';
import { maskAccount, maskName, maskNumber } from '#core/realname/mask.ts';

/** Masks of the encrypted values. The employee's name is not masked because the roster is read by it. */
const MASKS: Readonly<Record<string, (value: string) => string>> = {
  realName: (name) => name,
  mobile: maskMobile,
  idNumber: (number) => maskNumber(number, 1, 2),
  email: maskMail,
  emergencyName: maskName,
  emergencyPhone: (number) => maskNumber(number, 3, 4),
  bankCard: maskAccount,
};

/** Masks a value; amounts do not even reveal their length. */
export function maskField(name: string, value: string): string {
  if (value === '') return '';
  return MASKS[name]?.(value) ?? '****';
}
