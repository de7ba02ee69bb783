import { alipaySettings, wechatSettings } from '#core/config/payment-settings.ts';
import { AppError } from '#core/errors.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openAlipay } from './alipay.ts';
import type { PaymentProvider } from './provider.ts';
import { openSimulator } from './simulator.ts';
import { openWechat } from './wechat.ts';

/** Path prefix of notifications, followed by the provider's name. */
export const NOTICE_PATH = '/pay/notify';

/**
 * Providers offered to payers, in display order: the configured ones, or else the simulator outside of mode `pro`.
 * Empty if payment is not possible.
 */
export function paymentProvidersOffered({ env }: Pick<Context, 'env'>): PaymentProviderName[] {
  const configured: PaymentProviderName[] = [];
  if (wechatSettings(env)) configured.push('wechat');
  if (alipaySettings(env)) configured.push('alipay');
  if (configured.length > 0 || env.SIGNET_MODE === 'pro') return configured;
  return ['simulator'];
}

/** Whether payments are simulated. */
export const isPaymentSimulated = (env: Env): boolean =>
  paymentProvidersOffered({ env }).includes('simulator');

/**
 * Opens a provider by name, including one no longer offered, for its earlier trades. Throws PAYMENT_NOT_OFFERED if it
 * is not configured.
 */
export function openPayment(context: Context, name: string): PaymentProvider {
  const { env } = context;
  const [wechat, alipay] = [wechatSettings(env), alipaySettings(env)];
  if (name === 'wechat' && wechat) return openWechat(context, wechat, notifyUrlOf(env, 'wechat'));
  if (name === 'alipay' && alipay) return openAlipay(context, alipay);
  if (name === 'simulator' && isPaymentSimulated(env)) return openSimulator(context);
  throw new AppError('PAYMENT_NOT_OFFERED');
}

/**
 * URL for a provider's notifications. Without PUBLIC_URL, the origin of `request`, which starts the payment, is used.
 * Empty without either; deployments that take real payments set PUBLIC_URL.
 */
export function notifyUrlOf(
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  name: PaymentProviderName,
  request?: Request,
): string {
  const address = PUBLIC_URL || request?.url;
  return address ? new URL(`${NOTICE_PATH}/${name}`, address).href : '';
}
