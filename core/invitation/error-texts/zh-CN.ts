import type { INVITATION_ERRORS } from '../errors.ts';

export default {
  INVITATION_UNKNOWN: '链接无效：请打开最近一条短信中的完整链接，或登录后在“我的合同”中查找。',
  INVITATION_ENDED: '此链接所指的签署已结束，不能再用它登录。',
} satisfies Record<keyof typeof INVITATION_ERRORS, string>;
