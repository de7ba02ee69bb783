import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { getSimulatedCheck } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './realname.module.css';
import { Screen } from './screen.tsx';

type Check = OutputOf<typeof getSimulatedCheck>;
const STATES = ['SUCCESS', 'FAILURE', 'ENDED'] as const;

/** /sim/face: simulates the phone of a face verification if no provider is configured. Absent in production. */
export function SimFacePage() {
  const { t } = useTranslation('realname');
  const [params] = useSearchParams();
  const ref = params.get('ref') ?? '';
  const [check, setCheck] = useState<Check>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState<string>();
  useEffect(() => {
    const read = async () => {
      const { getSimulatedCheck } = await import('#core/realname/calls.ts');
      setCheck(await call(getSimulatedCheck, { ref }));
    };
    read().catch(setError);
  }, [ref]);

  async function decide(state: (typeof STATES)[number]) {
    setPending(state);
    try {
      const { decideSimulatedCheck } = await import('#core/realname/calls.ts');
      await call(decideSimulatedCheck, { ref, state });
      // Safe to follow: this server created the URL, for its own result page.
      if (check) window.location.assign(check.returnUrl);
    } catch (failure) {
      setError(failure);
      setPending(undefined);
    }
  }

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
