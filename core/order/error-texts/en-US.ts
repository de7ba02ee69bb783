import type { ORDER_ERRORS } from '../errors.ts';

export default {
  PACKAGE_CHANGED:
    'The package or its price has just changed. Nothing was ordered or charged. Look at the new price and order again.',
  ORDERS_OPEN: '{n} {n|order waits|orders wait} for payment. Pay or take back some first.',
  ORDER_CHANGED: 'The order has changed meanwhile and this step was not done. Refresh to see how it stands.',
  ORDER_PAY_TIME_OVER:
    'The time to pay is over and the order will close by itself. Money that was paid is credited or refunded. Place the order again.',
  REFUND_NOTHING: 'There is nothing to refund: it was all used, has expired, or was refunded already.',
  REFUND_CHANGED:
    'The amount to refund has just changed and nothing was requested. Request it again with the new amount.',
  REFUND_GOODS_OUT: 'The goods have not come back yet. Confirm their return first, then approve the refund.',
  INVOICE_NOTHING: 'There is nothing to invoice: the order is unpaid, being refunded, or refunded.',
  INVOICE_NOT_YET: 'The invoice is being worked on. Try again in a moment.',
} satisfies Record<keyof typeof ORDER_ERRORS, string>;
