import { unitMs } from '#tests/fixtures/processor-time.ts';
import type { FuzzKind } from '../kind.ts';

/** Does wrong what a document may make the product do wrong, by turns: so the watching itself is tried. */
export const trap: FuzzKind = {
  make: (random) => Uint8Array.of(random.below(256)),
  costs: { units: 100, perKilobyte: 1 },
  acts: {
    dear([byte]) {
      if (byte! % 5 === 0) spin(140 * unitMs());
    },
    throws([byte]) {
      if (byte! % 5 === 1) throw new TypeError('not an error of the catalogue');
    },
    slow([byte]) {
      if (byte! % 5 === 2) spin(2200);
    },
    large([byte]) {
      return byte! % 5 === 3 && new Uint8Array(230_000_000).fill(1).length;
    },
    hangs([byte]) {
      if (byte! % 5 === 4) for (;;);
    },
  },
};

function spin(ms: number): void {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  for (const end = used() + ms; used() < end; );
}
