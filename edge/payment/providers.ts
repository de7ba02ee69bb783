import { alipaySettings, wechatSettings } from '#core/config/payment-settings.ts';
import { AppError } from '#core/errors.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openAlipay } from './alipay.ts';
import type { PaymentProvider } from './provider.ts';
import { openSimulator } from './simulator.ts';
import { openWechat } from './wechat.ts';

/** Below this path the providers tell what happened, each under its name. */
export const NOTICE_PATH = '/pay/notify';

/**
 * The providers that a payer may choose from, in the order in which to offer them; none where nothing can be paid. Those
 * that are configured, or else the simulator outside of mode `pro`.
 */
export function paymentProvidersOffered({ env }: Pick<Context, 'env'>): PaymentProviderName[] {
  const configured: PaymentProviderName[] = [];
  if (wechatSettings(env)) configured.push('wechat');
  if (alipaySettings(env)) configured.push('alipay');
  if (configured.length > 0 || env.SIGNET_MODE === 'pro') return configured;
  return ['simulator'];
}

/** Whether the simulator answers. */
export const isPaymentSimulated = (env: Env): boolean =>
  paymentProvidersOffered({ env }).includes('simulator');

/**
 * The provider of this name, also for trades of days when another one was offered. Throws PAYMENT_NOT_OFFERED where it is
 * not configured.
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
 * Where a provider sends its notifications. `request` is the one that begins the payment: it says the product's address
 * where PUBLIC_URL does not. Empty where neither is at hand: what takes real payments has a PUBLIC_URL.
 */
export function notifyUrlOf(
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  name: PaymentProviderName,
  request?: Request,
): string {
  const address = PUBLIC_URL || request?.url;
  return address ? new URL(`${NOTICE_PATH}/${name}`, address).href : '';
}
