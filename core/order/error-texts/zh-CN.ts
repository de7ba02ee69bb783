import type { ORDER_ERRORS } from '../errors.ts';

export default {
  PACKAGE_CHANGED: '套餐或价格刚刚有变动，尚未下单，也没有扣款。请查看最新价格后再下单。',
  ORDERS_OPEN: '已有 {n} 个订单等待支付，请先支付或撤销其中的订单。',
  ORDER_CHANGED: '订单状态已变化，这一步没有执行。请刷新后查看。',
  ORDER_PAY_TIME_OVER: '支付时间已过，订单将自动关闭；如已付款，款项会入账或自动退回。请重新下单。',
  REFUND_NOTHING: '这个订单没有可退的金额：已全部使用、已到期或已退款。',
  REFUND_CHANGED: '可退金额刚刚有变动，申请没有提交。请按最新金额重新申请。',
  REFUND_GOODS_OUT: '货物还没有退回，请先确认收到退货，再同意退款。',
  INVOICE_NOTHING: '这个订单没有可开票的金额：未支付、正在退款或已全部退款。',
  INVOICE_NOT_YET: '发票正在处理，请稍后再试。',
} satisfies Record<keyof typeof ORDER_ERRORS, string>;
