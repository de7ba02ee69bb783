import type { BATCH_ERRORS } from '../errors.ts';

export default {
  BATCH_REVIEW_REFUSED: '审批没有通过。沟通后可以重新发起。',
  BATCH_ROW_UNKNOWN: '发起时出错，这一行没有发起。请稍后重试，仍不成功请联系客服。',
} satisfies Record<keyof typeof BATCH_ERRORS, string>;
