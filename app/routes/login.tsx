import { useNavigate, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PasswordLogin } from '../features/identity/password-login.tsx';
import { safeRedirect } from '../session/safe-redirect.ts';
import { Brand } from '../shell/brand.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { pageTitle } from '../shell/page-title.ts';
import style from './login.module.css';

export const handle = { ns: ['identity'] };
export const meta = pageTitle;

/** [1.13a] The way in. On the left what the product is, on the right the form; on a phone the form alone. */
export default function Login() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand name={t('shell:systemName')} />
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
          <PasswordLogin
            onSignedIn={() => navigate(safeRedirect(params.get('redirect')), { replace: true })}
          />
        </section>
      </main>
      <footer className={style.foot}>{t('shell:version', { version: 'V2.5.0' })}</footer>
    </div>
  );
}
