import { useTranslation } from 'react-i18next';
import { useSimulatedCheck } from '../../parts/consent/use-simulated-check.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './realname.module.css';
import { Screen } from './screen.tsx';

const STATES = ['SUCCESS', 'FAILURE', 'ENDED'] as const;

/** /sim/face: simulates the phone of a face verification if no provider is configured. Absent in production. */
export function SimFacePage() {
  const { t } = useTranslation('realname');
  const { check, error, pending, decide } = useSimulatedCheck();
  return (
    <Screen>
      <main id="main" className={style.phone}>
        <h1>{t('sim.title')}</h1>
        <Notice>{t('sim.about')}</Notice>
        {error ? (
          <ErrorState error={error} />
        ) : !check ? (
          <LoadingState />
        ) : (
          <section className={style.card} aria-label={t('sim.title')}>
            <div className={style.row}>
              <Avatar name={check.name.replaceAll('*', '') || '?'} size={48} />
              <strong>{check.name}</strong>
            </div>
            {check.state === 'PENDING' ? (
              STATES.map((state) => (
                <Button
                  key={state}
                  wide
                  kind={state === 'SUCCESS' ? 'primary' : 'plain'}
                  pending={pending === state}
                  onClick={() => void decide(state)}
                >
                  {t(`sim.${state}`)}
                </Button>
              ))
            ) : (
              <p>{t('sim.decided')}</p>
            )}
          </section>
        )}
      </main>
    </Screen>
  );
}
