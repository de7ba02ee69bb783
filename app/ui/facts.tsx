import type { ReactNode } from 'react';
import style from './facts.module.css';

export type Fact = readonly [label: string, value: ReactNode];

type Props = {
  /** In their order; `false` stands for one that does not belong here. */
  facts: readonly (Fact | false)[];
  /** Each label above its value, several side by side where there is room; otherwise a line each. */
  grid?: boolean;
};

/** What is known of a thing, as labels with values; an em dash where nothing is known. */
export function Facts({ facts, grid }: Props) {
  return (
    <dl className={grid ? style.grid : style.lines}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{isKnown(fact[1]) ? fact[1] : '—'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const isKnown = (value: ReactNode) => value !== undefined && value !== null && value !== '';
