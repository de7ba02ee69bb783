import type { TFunction } from 'i18next';
import { isAgentFailure } from '#core/agent/failures.ts';
import { errorText } from '../wire/client-error.ts';
import { ExpiredCertificates, NoCertificate, OtherUkey } from './ukey-deeds.ts';

/** What went wrong with the agent, the UKey or the server, in words ([8.7]). `t` has the namespace `agent`. */
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
