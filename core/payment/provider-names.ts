/** Payment providers by name. `simulator` exists outside of production only. */
export const PAYMENT_PROVIDERS = ['wechat', 'alipay', 'simulator'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];
