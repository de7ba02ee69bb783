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

/** Customer path if the URL contains none (core/sso/pages.ts). */
const ANY_CUSTOMER = 'default';
// duplicated, but type-checked, to keep the error catalogue out of this page's bundle
const REAL_NAME_FAILED: (typeof ERROR_CODES)['SSO_REAL_NAME_FAILED'] = 403161;

/**
 * [1.12] [2.12] Entry page of single sign-on from a customer's system: exchanges the link for a session and opens its
 * target page. Shows an error if the link is incomplete, forged, expired or used ([8.9]).
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
          // No response: the link may be unused, and a reload cannot retry it, since it was removed from the URL.
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
    // Remove the token from the URL, although it is valid for one exchange only.
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
