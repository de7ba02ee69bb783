import type { WEBHOOK_ERRORS } from '../errors.ts';

export default {
  WEBHOOK_ADDRESS: '请检查地址：须为公网 https 地址，不含用户名和密码。',
  WEBHOOK_TOO_MANY: '企业的推送地址已达上限（{max} 个），请先停用或修改已有的地址。',
} satisfies Record<keyof typeof WEBHOOK_ERRORS, string>;
