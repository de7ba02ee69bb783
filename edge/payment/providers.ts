import { AppError } from '#core/errors.ts';
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#core/payment/provider-names.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import type { PaymentProvider } from './provider.ts';
import { openSimulator } from './simulator.ts';

/** Below this path the providers tell what happened, each under its name. */
export const NOTICE_PATH = '/pay/notify';

/** Whether the simulator answers: where no provider is configured, and never in mode `pro`. */
export const isPaymentSimulated = (env: Env): boolean => env.SIGNET_MODE !== 'pro';

/**
 * The providers that a payer may choose from, in the order in which to offer them; none where nothing can be paid. Those
 * whose settings are complete, or else the simulator outside of mode `pro`.
 */
export const paymentProvidersOffered = ({ env }: Context): PaymentProviderName[] =>
  isPaymentSimulated(env) ? ['simulator'] : [];

/** The provider of this name. Throws PAYMENT_NOT_OFFERED where it is not configured. */
export function openPayment(context: Context, name: string): PaymentProvider {
  const known = PAYMENT_PROVIDERS.find((one) => one === name);
  if (!known || !paymentProvidersOffered(context).includes(known)) throw new AppError('PAYMENT_NOT_OFFERED');
  return openSimulator(context);
}

/**
 * Where a provider sends its notifications. `request` is the one that begins the payment: it says the product's address
 * where PUBLIC_URL does not.
 */
export const notifyUrlOf = (env: Env, name: PaymentProviderName, request: Request): string =>
  new URL(`${NOTICE_PATH}/${name}`, env.PUBLIC_URL || request.url).href;
