import type { ACCOUNT_ERRORS } from '../errors.ts';

export default {
  OLD_PASSWORD_WRONG: '目前密碼不正確，請重新輸入。',
  PASSWORD_UNCHANGED: '新密碼不能與目前密碼相同，請更換。',
  MOBILE_UNCHANGED: '新手機號碼與目前手機號碼相同，請更換。',
  ACCOUNT_IS_ADMINISTRATOR: '您是「{enterprise}」的管理員，請先轉讓管理員後再註銷帳號。',
  HAND_LINK_INVALID: 'QR 碼無效或已過期，請重新操作。',
  HAND_LINK_USED: '簽名已提交，請勿重複提交。',
  HAND_NOT_RECOGNISED: '未能識別簽名，請重新書寫。',
} satisfies Record<keyof typeof ACCOUNT_ERRORS, string>;
