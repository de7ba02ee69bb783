/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const ORDER_ERRORS = {
  PACKAGE_CHANGED: 409250,
  ORDERS_OPEN: 409251,
  ORDER_CHANGED: 409252,
  ORDER_PAY_TIME_OVER: 409253,
  REFUND_NOTHING: 409254,
  REFUND_CHANGED: 409255,
  REFUND_GOODS_OUT: 409256,
  INVOICE_NOTHING: 409257,
  INVOICE_NOT_YET: 409258,
} as const;
