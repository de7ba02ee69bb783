import { maskMail, maskMobile } from '#core/identity/mask.ts';
import { maskAccount, maskName, maskNumber } from '#core/realname/mask.ts';

/** How each sealed value is shown until it is asked for. The employee's own name is what the roster is read by. */
const MASKS: Readonly<Record<string, (value: string) => string>> = {
  realName: (name) => name,
  mobile: maskMobile,
  idNumber: (number) => maskNumber(number, 1, 2),
  email: maskMail,
  emergencyName: maskName,
  emergencyPhone: (number) => maskNumber(number, 3, 4),
  bankCard: maskAccount,
};

/** A value as it is shown unasked; of an amount, not even its length. */
export function maskField(name: string, value: string): string {
  if (value === '') return '';
  return MASKS[name]?.(value) ?? '****';
}
