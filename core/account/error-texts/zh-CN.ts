import type { ACCOUNT_ERRORS } from '../errors.ts';

export default {
  OLD_PASSWORD_WRONG: '当前密码不正确，请重新输入。',
  PASSWORD_UNCHANGED: '新密码不能与当前密码相同，请更换。',
  MOBILE_UNCHANGED: '新手机号与当前手机号相同，请更换。',
  ACCOUNT_IS_ADMINISTRATOR: '您是“{enterprise}”的管理员，请先转让管理员后再注销账号。',
  HAND_LINK_INVALID: '二维码无效或已过期，请重新操作。',
  HAND_LINK_USED: '签名已提交，请勿重复提交。',
  HAND_NOT_RECOGNISED: '未能识别签名，请重新书写。',
} satisfies Record<keyof typeof ACCOUNT_ERRORS, string>;
