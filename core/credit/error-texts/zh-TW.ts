import type { CREDIT_ERRORS } from '../errors.ts';

export default {
  COPIES_USED_UP: '合約份數餘額不足，請先儲值。',
  COPIES_TOO_FEW: '本次需要 {wanted} 份，合約份數餘額只有 {left} 份。請先儲值，或減少名單後重試。',
} satisfies Record<keyof typeof CREDIT_ERRORS, string>;
