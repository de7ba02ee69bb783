import type { ReactNode } from 'react';
import style from './page.module.css';

/** The frame of a page in the shell: title with the main action, then the sections below each other. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={style.page}>
      <header className={style.head}>
        <div className={style.words}>
          <h1>{title}</h1>
          {about && <p className={style.about}>{about}</p>}
        </div>
        {actions && <div className={style.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A section of a page with its own background. */
export function Panel({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={style.panel} aria-label={title}>
      {title && (
        <header className={style.panelHead}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** Two columns of panels: the main content, and secondary content beside it, or below it on narrow screens. */
export function Columns({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <div className={style.columns}>
      <div className={style.column}>{children}</div>
      <div className={style.column}>{beside}</div>
    </div>
  );
}
