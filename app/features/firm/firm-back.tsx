import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../call.ts';
import { clearSession, setSession } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { errorText } from '../../wire/client-error.ts';
import { FirmSheet } from './firm-sheet.tsx';
import { takeTicket } from './ticket.ts';

/** /firmLogin/back: where a provider sends the browser back to; exchanges its answer for a session. */
export function FirmBack() {
  const { t } = useTranslation('firm');
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const answer = window.location.search.slice(1);
    // The code is good once, and should not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const ticket = takeTicket();
    const finish = async () => {
      if (ticket === '') return setFailure(t('noTicket'));
      clearSession();
      try {
        const { finishFirmLogin } = await import('#core/sso/firm-calls.ts');
        const { session } = await call(finishFirmLogin, { ticket, answer });
        setSession({ token: session });
        navigate('/home', { replace: true });
      } catch (error) {
        setFailure(errorText(error, t));
      }
    };
    void finish();
  }, [navigate, t]);
  return (
    <FirmSheet title={t('login')}>
      {failure ? (
        <div role="alert">
          <EmptyState
            icon="warning"
            title={t('failed')}
            actions={
              <>
                <LinkButton kind="primary" to="/firmLogin">
                  {t('again')}
                </LinkButton>
                <LinkButton to="/login">{t('otherWay')}</LinkButton>
              </>
            }
          >
            {failure}
          </EmptyState>
        </div>
      ) : (
        <LoadingState label={t('entering')} />
      )}
    </FirmSheet>
  );
}
