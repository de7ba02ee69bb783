import { describe, expect, it } from 'vitest';
import { KINDS } from '#tests/fuzz/kinds/index.ts';
import { documentOf, tryDocuments, writeDocuments } from '#tests/fuzz/try-documents.ts';

const SEED = 'unit';

describe('random documents get an answer or a known error, within the time and memory of their size', () => {
  for (const [kind, { short }] of Object.entries(KINDS)) {
    it(`${short} of kind ${kind} (seed ${SEED}; npm run fuzz tries more)`, async () => {
      const tried = await tryDocuments({ kind, seed: SEED, count: short });
      await writeDocuments(tried.failures);
      expect(tried.failures).toEqual([]);
      expect(tried.documents).toBe(short);
      // The documents are not so broken that nothing of the product is reached.
      expect(tried.answered / (tried.answered + tried.refused)).toBeGreaterThan(0.2);
    });
  }

  it('are the same for the same seed and number, and others for others', async () => {
    for (const kind of Object.keys(KINDS)) {
      const one = Buffer.from(await documentOf(kind, SEED, 7));
      expect(one.equals(await documentOf(kind, SEED, 7)), kind).toBe(true);
      expect(one.equals(await documentOf(kind, SEED, 8)), kind).toBe(false);
    }
  });
});

it('the watcher of documents notices errors, time, memory and standstill, and goes on behind', async () => {
  const { documents, failures } = await tryDocuments({ kind: 'trap', seed: '21', count: 5 });
  expect(documents).toBe(5);
  const kinds = new Set(failures.map(({ act, fault }) => `${act} ${fault}`.replace(/\d+/g, 'N')));
  expect([...kinds].sort()).toEqual([
    ' hangs',
    'dear took N ms: N bytes are worth N ms',
    'large took N MB',
    'slow took N ms',
    'throws TypeError: not an error of the catalogue ()',
  ]);
});
