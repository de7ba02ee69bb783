import type { PAYMENT_ERRORS } from '../errors.ts';

export default {
  PAYMENT_NOTICE_REFUSED: '支付通知沒有通過校驗，未受理。',
  PAYMENT_REFUSED: '支付平台拒絕了這次請求，請重新下單；仍不成功請聯絡客服。',
  PAYMENT_ALREADY_PAID: '這筆支付已經完成，請重新整理檢視結果。',
  PAYMENT_NOT_OFFERED: '這種支付方式尚未開通，請換一種方式。',
  PAYMENT_UNAVAILABLE: '支付平台暫時沒有回應，請稍後再試；已付的款項不會遺失。',
} satisfies Record<keyof typeof PAYMENT_ERRORS, string>;
