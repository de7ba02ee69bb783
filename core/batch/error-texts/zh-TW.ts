import type { BATCH_ERRORS } from '../errors.ts';

export default {
  BATCH_REVIEW_REFUSED: '簽核沒有通過。溝通後可以重新發起。',
  BATCH_ROW_UNKNOWN: '發起時出錯，這一列沒有發起。請稍後重試，仍不成功請聯絡客服。',
} satisfies Record<keyof typeof BATCH_ERRORS, string>;
