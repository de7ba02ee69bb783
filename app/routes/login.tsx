import { Link as RouteLink, useNavigate, useSearchParams } from '@remix-run/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordLogin } from '../features/identity/password-login.tsx';
import { safeRedirect } from '../session/safe-redirect.ts';
import { Brand } from '../shell/brand.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { Link } from '../ui/link.tsx';
import { LoadingState } from '../ui/state.tsx';
import tabs from '../ui/tabs.module.css';
import style from './login.module.css';

type Way = ComponentType<{ onSignedIn: () => void }>;
const CodeLogin = lazy(() => import('../features/identity/code-login.tsx'));
// Login by certificate comes with the agent; without its file the tab is hidden.
const certificate = Object.values(
  import.meta.glob<{ default: Way }>('../features/identity/certificate-login.tsx'),
).at(0);
const CertificateLogin = certificate && lazy(certificate);

const WAYS = CertificateLogin
  ? (['password', 'code', 'certificate'] as const)
  : (['password', 'code'] as const);

export const handle = { ns: ['identity'], title: 'identity:login.title' };

/** [1.13a] The login page: the product's pitch on the left, the form on the right; on a phone only the form. */
export default function Login() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const way = WAYS.find((one) => one === params.get('way')) ?? 'password';
  const onSignedIn = () => navigate(safeRedirect(params.get('redirect')), { replace: true });
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand />
        <LanguageSwitch />
      </header>
      <main className={style.main}>
        <section className={style.pitch} aria-label={t('login.pitchTitle')}>
          <p className={style.slogan}>{t('login.pitchTitle')}</p>
          <ul className={style.points}>
            <li>{t('login.pitchEffect')}</li>
            <li>{t('login.pitchFast')}</li>
            <li>{t('login.pitchProof')}</li>
          </ul>
        </section>
        <section className={style.card}>
          <h1 className={style.title}>{t('login.title')}</h1>
          <nav className={`${tabs.list} ${style.ways}`} aria-label={t('login.ways')}>
            {WAYS.map((one) => (
              <RouteLink
                key={one}
                to={{ search: searchOf(params, one) }}
                replace
                preventScrollReset
                className={tabs.tab}
                aria-current={one === way ? 'page' : undefined}
              >
                {t(`login.way.${one}`)}
              </RouteLink>
            ))}
          </nav>
          {/* No Suspense boundary of its own: hydrates with the page, before that switches to the stored language. */}
          {way === 'password' ? (
            <PasswordLogin onSignedIn={onSignedIn} />
          ) : (
            <Suspense fallback={<LoadingState />}>
              {way === 'certificate' && CertificateLogin ? (
                <CertificateLogin onSignedIn={onSignedIn} />
              ) : (
                <CodeLogin onSignedIn={onSignedIn} />
              )}
            </Suspense>
          )}
          <div className={style.links}>
            <Link to="/register">{t('login.register')}</Link>
            <Link to="/firmLogin">{t('login.byFirm')}</Link>
            <Link to="/forgotPassword">{t('login.forgot')}</Link>
          </div>
        </section>
      </main>
      <footer className={style.foot}>{t('shell:version', { version: 'V2.5.0' })}</footer>
    </div>
  );
}

/** Returns the query with another `way`; keeps the page to return to after logging in. */
function searchOf(params: URLSearchParams, way: string): string {
  const next = new URLSearchParams(params);
  if (way === 'password') next.delete('way');
  else next.set('way', way);
  return next.toString();
}
