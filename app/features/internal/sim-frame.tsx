import type { ReactNode } from 'react';
import { Brand } from '../../shell/brand.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import style from './sim.module.css';

/** Layout of a page below /sim, which simulates an external service. */
export function SimFrame({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand />
        <LanguageSwitch />
      </header>
      <main className={style.main} id="main">
        <div>
          <h1>{title}</h1>
          <p className={style.soft}>{about}</p>
        </div>
        {children}
      </main>
    </div>
  );
}
