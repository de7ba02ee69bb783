import type { PLATFORM_ERRORS } from '../errors.ts';

export default {
  PERSON_DIFFERS: '姓名或证件号码与该用户的实名信息不一致，请核对证件。',
} satisfies Record<keyof typeof PLATFORM_ERRORS, string>;
