import { refusedMode } from './mode.ts';
import { refusedPaymentSettings } from './payment-settings.ts';
import { weakSecret } from './secret-names.ts';

/**
 * Settings of the outside services that mode `pro` must have ([9.35i]): without one of them a simulator would answer,
 * and in production nothing is simulated. `npm start` and the Worker both ask this list.
 */
export const PRODUCTION_SETTINGS = [
  { name: 'SMS_URL', for: 'the SMS gateway' },
  { name: 'SMS_KEY', for: 'the key of the SMS gateway' },
  { name: 'MAIL_URL', for: 'the mail gateway' },
  { name: 'MAIL_KEY', for: 'the key of the mail gateway' },
  { name: 'MAIL_FROM', for: 'the sender of mails' },
  { name: 'FACE_URL', for: 'the comparison of faces' },
  { name: 'FACE_KEY', for: 'the key of the comparison of faces' },
  { name: 'BANK_URL', for: 'small transfers to accounts of enterprises' },
  { name: 'BANK_KEY', for: 'the key of small transfers' },
  { name: 'PUBLIC_URL', for: "the product's address as the world sees it" },
] as const;

/** One sentence that says what mode `pro` lacks, or null where nothing is lacking or the mode is another. */
export function missingSettings(env: object): string | null {
  const given = env as Record<string, unknown>;
  if (given.SIGNET_MODE !== 'pro') return null;
  const missing = PRODUCTION_SETTINGS.find(
    ({ name }) => typeof given[name] !== 'string' || given[name] === '',
  );
  if (!missing) return null;
  return `SIGNET_MODE is pro and ${missing.name} (${missing.for}) is not set: simulators do not run in production, see docs/deploy.md.`;
}

/** Why the product must not run with these settings, in one sentence; null where it may. */
export const refusedSettings = (env: object): string | null =>
  refusedMode((env as { SIGNET_MODE?: unknown }).SIGNET_MODE) ??
  weakSecret(env) ??
  missingSettings(env) ??
  refusedPaymentSettings(env);
