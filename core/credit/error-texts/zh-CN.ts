import type { CREDIT_ERRORS } from '../errors.ts';

export default {
  COPIES_USED_UP: '合同份数余额不足，请先充值。',
  COPIES_TOO_FEW: '本次需要 {wanted} 份，合同份数余额只有 {left} 份。请先充值，或减少名单后重试。',
} satisfies Record<keyof typeof CREDIT_ERRORS, string>;
