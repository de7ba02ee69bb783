import type { WEBHOOK_ERRORS } from '../errors.ts';

export default {
  WEBHOOK_ADDRESS: '請檢查位址：須為公開網路的 https 位址，不含使用者名稱和密碼。',
  WEBHOOK_TOO_MANY: '企業的推送位址已達上限（{max} 個），請先停用或修改現有的位址。',
} satisfies Record<keyof typeof WEBHOOK_ERRORS, string>;
