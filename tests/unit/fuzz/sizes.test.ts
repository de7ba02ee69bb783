import { expect, it } from 'vitest';
import { KINDS } from '#tests/fuzz/kinds/index.ts';
import { LARGEST } from '#tests/fuzz/mutate/many.ts';
import { type Random, randomOf } from '#tests/fuzz/random.ts';

/** Numbers under which what hardly ever happens, as a part that is repeated very often, happens each time. */
function unlikely(seed: string): Random {
  const random = randomOf(seed);
  return { ...random, chance: (share) => share <= 0.05 || random.chance(share) };
}

it.each(['der', 'docx', 'ofd', 'xml'])(
  'no document of kind %s becomes longer than is read at all',
  async (name) => {
    const { make } = await KINDS[name]!.load();
    let longest = 0;
    for (let number = 0; number < 100; number++) {
      const { length } = make(unlikely(`sizes ${name} ${number}`));
      longest = Math.max(longest, length);
    }
    // Headers of a zip, and what is repeated of it as bytes, come on top.
    expect(longest).toBeLessThan(LARGEST * 1.2);
    // Long ones are among them all the same.
    expect(longest).toBeGreaterThan(LARGEST / 40);
  },
);
