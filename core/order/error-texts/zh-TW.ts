import type { ORDER_ERRORS } from '../errors.ts';

export default {
  PACKAGE_CHANGED: '方案或價格剛剛有變動，尚未下單，也沒有扣款。請檢視最新價格後再下單。',
  ORDERS_OPEN: '已有 {n} 個訂單等待支付，請先支付或撤銷其中的訂單。',
  ORDER_CHANGED: '訂單狀態已變更，這一步沒有執行。請重新整理後檢視。',
  ORDER_PAY_TIME_OVER: '支付時間已過，訂單將自動關閉；如已付款，款項會入帳或自動退回。請重新下單。',
  REFUND_NOTHING: '這個訂單沒有可退的金額：已全部使用、已到期或已退款。',
  REFUND_CHANGED: '可退金額剛剛有變動，申請沒有提交。請按最新金額重新申請。',
  REFUND_GOODS_OUT: '貨物還沒有退回，請先確認收到退貨，再同意退款。',
  INVOICE_NOTHING: '這個訂單沒有可開立發票的金額：未支付、正在退款或已全部退款。',
  INVOICE_NOT_YET: '發票正在處理，請稍後再試。',
} satisfies Record<keyof typeof ORDER_ERRORS, string>;
