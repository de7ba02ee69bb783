import { refusedMode } from './mode.ts';
import { refusedPaymentSettings } from './payment-settings.ts';
import { weakSecret } from './secret-names.ts';

/**
 * Settings of external services that mode `pro` requires ([9.35i]): without one of them a simulator would answer, and
 * nothing is simulated in production. `npm start` and the Worker both check this list.
 */
export const PRODUCTION_SETTINGS = [
  { name: 'SMS_URL', for: 'the SMS gateway' },
  { name: 'SMS_KEY', for: 'the key of the SMS gateway' },
  { name: 'MAIL_URL', for: 'the mail gateway, or SMTP_URL for a mail server', unless: 'SMTP_URL' },
  { name: 'MAIL_KEY', for: 'the key of the mail gateway', unless: 'SMTP_URL' },
  { name: 'MAIL_FROM', for: 'the sender of mails' },
  { name: 'FACE_URL', for: 'the comparison of faces' },
  { name: 'FACE_KEY', for: 'the key of the comparison of faces' },
  { name: 'BANK_URL', for: 'small transfers to accounts of enterprises' },
  { name: 'BANK_KEY', for: 'the key of small transfers' },
  { name: 'PUBLIC_URL', for: "the product's address as the world sees it" },
] as const satisfies readonly { name: string; for: string; unless?: string }[];

/** An error message that names the first setting that mode `pro` lacks; null if none is missing or in another mode. */
export function missingSettings(env: object): string | null {
  const values = env as Record<string, unknown>;
  if (values.SIGNET_MODE !== 'pro') return null;
  const isSet = (name: string) => typeof values[name] === 'string' && values[name] !== '';
  const missing = PRODUCTION_SETTINGS.find(
    (one) => !isSet(one.name) && !('unless' in one && isSet(one.unless)),
  );
  if (!missing) return null;
  return `SIGNET_MODE is pro and ${missing.name} (${missing.for}) is not set: simulators do not run in production, see docs/deploy.md.`;
}

/** An error message if the product must not run with these settings; null if it may. */
export const refusedSettings = (env: object): string | null =>
  refusedMode((env as { SIGNET_MODE?: unknown }).SIGNET_MODE) ??
  weakSecret(env) ??
  missingSettings(env) ??
  refusedPaymentSettings(env);
