import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { getSimulatedCheck } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './consent.module.css';

/** The page of the simulated collaboration app, /sim/approval. It does not exist in production. */
export function SimApproval() {
  const { t } = useTranslation('consent');
  const [params] = useSearchParams();
  const ref = params.get('ref') ?? '';
  const [check, setCheck] = useState<OutputOf<typeof getSimulatedCheck>>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState<string>();
  useEffect(() => {
    const read = async () => {
      const { getSimulatedCheck } = await import('#core/realname/calls.ts');
      setCheck(await call(getSimulatedCheck, { ref }));
    };
    read().catch(setError);
  }, [ref]);
  const decide = async (state: 'SUCCESS' | 'FAILURE') => {
    setPending(state);
    try {
      const { decideSimulatedCheck } = await import('#core/realname/calls.ts');
      await call(decideSimulatedCheck, { ref, state });
      // Safe: this server created the URL of its own result page.
      if (check) window.location.assign(check.returnUrl);
    } catch (failure) {
      setError(failure);
      setPending(undefined);
    }
  };
  return (
    <div className={style.asked}>
      {error ? (
        <ErrorState error={error} />
      ) : !check ? (
        <LoadingState />
      ) : check.state !== 'PENDING' ? (
        <p>{t('sim.decided')}</p>
      ) : (
        <>
          <p>{t('sim.question', { name: check.name })}</p>
          <Button
            wide
            kind="primary"
            pending={pending === 'SUCCESS'}
            disabled={pending === 'FAILURE'}
            onClick={() => void decide('SUCCESS')}
          >
            {t('sim.yes')}
          </Button>
          <Button
            wide
            pending={pending === 'FAILURE'}
            disabled={pending === 'SUCCESS'}
            onClick={() => void decide('FAILURE')}
          >
            {t('sim.no')}
          </Button>
        </>
      )}
    </div>
  );
}
