import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../../shell/brand.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { classes } from '../../ui/classes.ts';
import style from './way-in.module.css';

type Props = { title: string; about?: ReactNode; wide?: boolean; foot?: ReactNode; children: ReactNode };

/** Layout of pages for visitors: brand and language at the top, one sheet of paper, the version at the bottom. */
export function WayIn({ title, about, wide, foot, children }: Props) {
  const { t } = useTranslation('shell');
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand />
        <LanguageSwitch />
      </header>
      <main className={classes(style.sheet, wide && style.wide)} id="main">
        <h1>{title}</h1>
        {about && <p className={style.about}>{about}</p>}
        {children}
        {foot && <div className={style.foot}>{foot}</div>}
      </main>
      <footer className={style.version}>{t('version', { version: 'V2.5.0' })}</footer>
    </div>
  );
}
