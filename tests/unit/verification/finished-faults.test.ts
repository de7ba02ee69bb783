import { expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { finishedFaults } from '#core/verification/finished-faults.ts';
import { completeContract } from '#tests/unit/pdf/complete-contract.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';

const [person, tsa] = [await testSigner('P-256'), await testSigner('P-256', 'tsa')];
const OPTIONS = {
  time: Date.UTC(2026, 0, 2),
  trustAnchors: [person.certificates[1]!, tsa.certificates[1]!],
};

/** The file with one byte of its first page's content changed, as a failing disk leaves it. */
function spoilt(file: Bytes): Bytes {
  const out = file.slice();
  const at = Buffer.from(file).indexOf('stream') + 12;
  out[at] = out[at]! ^ 1;
  return out;
}

it('a finished contract has no fault, and one has if a byte that was signed is another', async () => {
  const sent = await makePdf([{}]);
  const { file } = await completeContract(sent, 0);
  expect(await finishedFaults(file, async () => sent, OPTIONS)).toEqual([]);
  const faults = await finishedFaults(spoilt(file), async () => sent, OPTIONS);
  expect(faults.map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual(
    expect.arrayContaining(['Signer1: invalid', 'Signer2: invalid']),
  );
});

it('an authority that is not trusted here is no fault of the file', async () => {
  const sent = await makePdf([{}]);
  const { file } = await completeContract(sent, 0);
  expect(await finishedFaults(file, async () => sent, { ...OPTIONS, trustAnchors: [] })).toEqual([]);
});

it('a signature that came broken is no fault, and one that was valid until then is', async () => {
  const brought = (await completeContract(await makePdf([{}]), 0)).file;
  const broken = spoilt(brought);
  const { file } = await completeContract(broken, 0);
  expect(await finishedFaults(file, async () => broken, OPTIONS)).toEqual([]);
  const faults = await finishedFaults(
    spoilt((await completeContract(brought, 0)).file),
    async () => brought,
    OPTIONS,
  );
  expect(faults.some((fault) => fault.startsWith('Signer1: invalid'))).toBe(true);
});
