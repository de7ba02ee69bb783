import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../../shell/brand.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { LinkButton } from '../../ui/button.tsx';
import style from './realname.module.css';

/** Layout of a page without the shell ([2.1b]): brand, language and a link to the home page. */
export function Screen({ children, back }: { children: ReactNode; back?: boolean }) {
  const { t } = useTranslation('realname');
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <Brand />
        <span className={style.headSide}>
          {back && (
            <LinkButton to="/home" kind="quiet" icon="home">
              {t('backHome')}
            </LinkButton>
          )}
          <LanguageSwitch />
        </span>
      </header>
      <div className={style.body}>{children}</div>
    </div>
  );
}
