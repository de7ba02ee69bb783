import type { PAYMENT_ERRORS } from '../errors.ts';

export default {
  PAYMENT_NOTICE_REFUSED: '支付通知没有通过校验，未受理。',
  PAYMENT_REFUSED: '支付平台拒绝了这次请求，请重新下单；仍不成功请联系客服。',
  PAYMENT_ALREADY_PAID: '这笔支付已经完成，请刷新查看结果。',
  PAYMENT_NOT_OFFERED: '这种支付方式暂未开通，请换一种方式。',
  PAYMENT_UNAVAILABLE: '支付平台暂时没有响应，请稍后重试；已付的款项不会丢失。',
} satisfies Record<keyof typeof PAYMENT_ERRORS, string>;
