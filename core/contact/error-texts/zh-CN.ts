import type { CONTACT_ERRORS } from '../errors.ts';

export default {
  CONTACTS_FULL: '通讯录已满，请先删除不用的联系人或分组。',
} satisfies Record<keyof typeof CONTACT_ERRORS, string>;
