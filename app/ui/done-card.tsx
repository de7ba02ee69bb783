import { type ReactNode, useEffect, useRef } from 'react';
import style from './done-card.module.css';
import { Icon } from './icon.tsx';

type Props = { title: string; children: ReactNode; actions: ReactNode };

/**
 * The end of a long job: what was done, and where to go next. Takes the focus, since the element that had it is gone.
 */
export function DoneCard({ title, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={style.card} aria-live="polite">
      <span className={style.mark}>
        <Icon name="success" size={48} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{children}</p>
      <div className={style.actions}>{actions}</div>
    </section>
  );
}
