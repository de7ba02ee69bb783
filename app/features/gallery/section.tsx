import type { ReactNode } from 'react';
import style from './gallery.module.css';

/** One part of the gallery. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={style.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>;
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={style.columns}>{children}</div>;
}
