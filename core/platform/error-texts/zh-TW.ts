import type { PLATFORM_ERRORS } from '../errors.ts';

export default {
  PERSON_DIFFERS: '姓名或證件號碼與該使用者的實名資訊不一致，請核對證件。',
} satisfies Record<keyof typeof PLATFORM_ERRORS, string>;
