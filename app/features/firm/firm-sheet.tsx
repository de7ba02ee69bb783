import type { ReactNode } from 'react';
import { Brand } from '../../shell/brand.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import style from './firm.module.css';

/** A page for visitors with one sheet. */
export function FirmSheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand />
        <LanguageSwitch />
      </header>
      <main id="main" className={style.sheet}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
