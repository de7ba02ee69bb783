import { expect, it } from 'vitest';
import { existingSignatures } from '#core/verification/existing-signatures.ts';
import { completeContract } from '../pdf/complete-contract.ts';
import { makePdf } from '../pdf/documents.ts';
import { testSigner } from '../pdf/signers.ts';

const time = Date.UTC(2026, 0, 2);
const anchors = async () => {
  const [person, tsa] = [await testSigner('P-256'), await testSigner('P-256', 'tsa')];
  return [person.certificates[1]!, tsa.certificates[1]!];
};

it('a file says before it is sent who has signed it, and whether that is valid', async () => {
  const { file } = await completeContract(await makePdf(), 0);
  const found = await existingSignatures(file, { time, trustAnchors: anchors });
  expect(found.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Signer1', 'valid'],
    ['Signer2', 'valid'],
  ]);
  expect(found.every(({ signer }) => signer !== null && signer !== '')).toBe(true);
});

it('a signature that a later change broke is told as broken', async () => {
  const { file } = await completeContract(await makePdf(), 0);
  const changed = file.slice();
  changed[8] = changed[8]! ^ 1; // within the bytes that all signatures cover
  const found = await existingSignatures(changed, { time, trustAnchors: anchors });
  expect(found.map(({ verdict }) => verdict)).toEqual(['invalid', 'invalid']);
});

it('of a file without signatures, or of none, nothing is said and no anchors are asked for', async () => {
  const trustAnchors = () => Promise.reject(new Error('asked'));
  expect(await existingSignatures(await makePdf(), { time, trustAnchors })).toEqual([]);
  expect(await existingSignatures(new Uint8Array([1, 2, 3]), { time, trustAnchors })).toEqual([]);
});
