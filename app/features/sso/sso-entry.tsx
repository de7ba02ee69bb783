import { useNavigate, useParams } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ERROR_CODES } from '#core/errors.ts';
import type { SsoVariant } from '#core/sso/pages.ts';
import { call, isClientError } from '../../call.ts';
import { clearSession, setSession } from '../../session/session-store.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './sso.module.css';

/** Of the customer's path where the address names none (core/sso/pages.ts). */
const ANY_CUSTOMER = 'default';
// the number stands here again, checked by its type, so that the catalogue need not travel to this page
const REAL_NAME_FAILED: (typeof ERROR_CODES)['SSO_REAL_NAME_FAILED'] = 403161;

/**
 * [1.12] [2.12] Where a customer's system sends its people: the link is exchanged for a session, and the page that it
 * leads to is opened. A link that lacks something, is forged, over or used says so ([8.9]).
 */
export function SsoEntry({ variant }: { variant: SsoVariant }) {
  const { t } = useTranslation('sso');
  const navigate = useNavigate();
  const { customerPath = ANY_CUSTOMER } = useParams();
  const [failure, setFailure] = useState<{ text: string; mayTryAgain: boolean }>();
  const link = useRef<{ customerPath: string; page: string; token: string; authState: string }>();

  const enter = useCallback(() => {
    const input = link.current;
    if (!input) return;
    setFailure(undefined);
    clearSession();
    import('#core/sso/calls.ts')
      .then(({ SSO_CALLS }) => call(SSO_CALLS[variant], input))
      .then(
        ({ session, goTo, returnAddress }) => {
          setSession({ token: session, ssoCallback: returnAddress });
          navigate(goTo, { replace: true });
        },
        (error: unknown) => {
          const text = errorText(error, t);
          // Nothing came back: the link may be unused still, and it is no longer in the address to be loaded anew.
          const mayTryAgain = isClientError(error) && ['network', 'timeout'].includes(error.kind);
          if (!isClientError(error) || error.code !== REAL_NAME_FAILED)
            return setFailure({ text, mayTryAgain });
          toast({ tone: 'warning', text });
          navigate('/auth/person?currentComp=AuthInit', { replace: true });
        },
      );
  }, [variant, navigate, t]);
  useEffect(() => {
    if (link.current) return;
    const query = new URLSearchParams(window.location.search);
    const part = (name: string) => query.get(name) ?? '';
    link.current = {
      customerPath,
      page: part('page'),
      token: part('token'),
      authState: part('authState'),
    };
    // The token is used up by this one exchange; it must not stay in the address all the same.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    enter();
  }, [customerPath, enter]);

  return (
    <main className={style.page}>
      {failure ? (
        <div role="alert">
          <EmptyState
            whole
            icon="warning"
            title={t('failed')}
            actions={
              <>
                {failure.mayTryAgain && (
                  <Button kind="primary" onClick={enter}>
                    {t('ui:retry')}
                  </Button>
                )}
                <LinkButton to="/login">{t('login')}</LinkButton>
              </>
            }
          >
            {failure.text}
          </EmptyState>
        </div>
      ) : (
        <LoadingState label={t('entering')} />
      )}
    </main>
  );
}
