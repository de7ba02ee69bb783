import type { ReactNode } from 'react';
import style from './facts.module.css';

export type Fact = readonly [label: string, value: ReactNode];

type Props = {
  /** In display order; `false` entries are skipped. */
  facts: readonly (Fact | false)[];
  /** Labels above values, in several columns if there is room; otherwise one line per fact. */
  grid?: boolean;
};

/** Facts about an object, as labels with values; an em dash for a missing value. */
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
