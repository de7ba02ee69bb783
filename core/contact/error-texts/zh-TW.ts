import type { CONTACT_ERRORS } from '../errors.ts';

export default {
  CONTACTS_FULL: '通訊錄已滿，請先刪除不用的聯絡人或分組。',
} satisfies Record<keyof typeof CONTACT_ERRORS, string>;
