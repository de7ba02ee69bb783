import { useTranslation } from 'react-i18next';
import { answerCloudChallenge, listCloudChallenges } from '#core/seal/cloud-calls.ts';
import { call } from '../../call.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePolled } from '../../ui/use-polled.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './seal.module.css';

const BADGES: Record<'WAITING' | 'ALLOWED' | 'REFUSED', StateBadge> = {
  WAITING: { tone: 'info', icon: 'hourglass' },
  ALLOWED: { tone: 'success', icon: 'success' },
  REFUSED: { tone: 'error', icon: 'ban' },
};

/** Simulates the phone app that scans the QR code of a cloud seal. */
export function SimulatedCloudSeal() {
  const { t } = useTranslation('cloud');
  const { data, error, again } = usePolled((signal) => call(listCloudChallenges, {}, { signal }), 1_500);
  if (error && !data) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <LoadingState />;
  const answer = async (challenge: string, allow: boolean) => {
    try {
      await call(answerCloudChallenge, { challenge, allow });
    } catch (failure) {
      toast({ tone: 'error', text: errorText(failure, t) });
    }
    again();
  };
  return (
    <Panel>
      {data.length === 0 ? (
        <EmptyState icon="phone" title={t('sim.none')}>
          {t('sim.noneText')}
        </EmptyState>
      ) : (
        <ul className={style.people}>
          {data.map((one) => (
            <li key={one.challenge} className={style.person}>
              <span>
                {t('sim.asks', { person: one.person, enterprise: one.enterprise })}{' '}
                <small className={style.about}>{one.challenge.slice(0, 8)}</small>
              </span>
              {one.state === 'WAITING' ? (
                <span className={style.inline}>
                  <Button size="small" onClick={() => void answer(one.challenge, false)}>
                    {t('sim.refuse')}
                  </Button>
                  <Button size="small" kind="primary" onClick={() => void answer(one.challenge, true)}>
                    {t('sim.allow')}
                  </Button>
                </span>
              ) : (
                <Badge {...BADGES[one.state]}>{t(`sim.state.${one.state}`)}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
