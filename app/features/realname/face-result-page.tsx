import { useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaceState } from '#core/realname/states.ts';
import { call } from '../../call.ts';
import { isLoggedIn, useSession } from '../../session/session-store.ts';
import { NotFound } from '../../shell/error-page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Outcome } from './outcome.tsx';
import style from './realname.module.css';
import { Screen } from './screen.tsx';

const KINDS = { SUCCESS: 'good', FAILURE: 'bad', ENDED: 'bad', PENDING: 'waits' } as const;

/** /faceAuthResult ([2.12], [4.13]): the page to which the phone returns. The result comes from the server. */
export function FaceResultPage() {
  const { t } = useTranslation('realname');
  const [params] = useSearchParams();
  const transId = params.get('transId') ?? '';
  const here = useSession((s) => isLoggedIn(s, Date.now()));
  const [state, setState] = useState<FaceState>();
  const [error, setError] = useState<unknown>();

  const read = useCallback(async () => {
    setError(undefined);
    try {
      const { saveAuthResult } = await import('#core/realname/calls.ts');
      setState((await call(saveAuthResult, { transId })).state);
    } catch (failure) {
      setError(failure);
    }
  }, [transId]);
  useEffect(() => {
    if (transId !== '') void read();
  }, [transId, read]);
  // Without a transaction id this is not a return from a face verification.
  if (transId === '') return <NotFound />;

  return (
    <Screen>
      <main id="main" className={style.card}>
        <h1 className="visually-hidden">{t('face.resultTitle')}</h1>
        {error ? (
          <ErrorState error={error} onRetry={() => void read()} />
        ) : !state ? (
          <LoadingState />
        ) : (
          <Outcome
            kind={KINDS[state]}
            title={t(`face.${state}`)}
            actions={
              here && (
                <LinkButton
                  to={
                    state === 'SUCCESS'
                      ? `/home?transId=${transId}&result=SUCCESS`
                      : '/auth/person?currentComp=AuthInit'
                  }
                  kind="primary"
                >
                  {t(state === 'SUCCESS' ? 'face.goOn' : 'face.again')}
                </LinkButton>
              )
            }
          >
            {here ? '' : t(state === 'SUCCESS' ? 'face.toComputer' : 'face.toComputerAgain')}
          </Outcome>
        )}
      </main>
    </Screen>
  );
}
