import type { TFunction } from 'i18next';
import { isAgentFailure } from '#core/agent/failures.ts';
import { errorText } from '../../wire/client-error.ts';
import { ExpiredCertificates, NoCertificate, OtherUkey } from './ukey-steps.ts';

/** The error text for a UKey; errors about the PIN are shown beside its field. */
export interface TokenFailure {
  text: string;
  ofPin: boolean;
}

const OF_PIN: readonly string[] = ['PIN_NEEDED', 'PIN_WRONG', 'PIN_INVALID', 'PIN_LOCKED'];
export const tokenFailure = (error: unknown, t: TFunction<'agent'>): TokenFailure => ({
  text: agentText(error, t),
  ofPin: isAgentFailure(error) && OF_PIN.includes(error.name),
});
export const pinMissing = (t: TFunction<'agent'>): TokenFailure => ({
  text: t('agent:enterPin'),
  ofPin: true,
});

/** The error text for the agent, the UKey or the server ([8.7]). `t` must have the namespace `agent`. */
export function agentText(error: unknown, t: TFunction<'agent'>): string {
  if (error instanceof NoCertificate) return t('agent:noCertificate');
  if (error instanceof ExpiredCertificates) return t('agent:expired');
  if (error instanceof OtherUkey) return t('agent:insertOrSwitch');
  if (!isAgentFailure(error)) return errorText(error, t);
  if (error.name !== 'PIN_WRONG' || !error.pin) return t(`agent:failure.${error.name}`);
  if (error.pin.state === 'final') return t('agent:pinFinal');
  if (error.pin.attemptsLeft !== null) return t('agent:pinLeft', { count: error.pin.attemptsLeft });
  return t(error.pin.state === 'low' ? 'agent:pinLow' : 'agent:failure.PIN_WRONG');
}
