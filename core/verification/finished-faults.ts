import type { Bytes } from '#core/bytes.ts';
import type { TrustOptions } from './judge-path.ts';
import { type ProblemCode, problemWeight } from './problems.ts';
import type { SignatureVerdict } from './verdict.ts';
import { verifyFile } from './verify-file.ts';

/** What another authority has to be trusted for is no fault of the file: whoever relies on it may trust that one. */
const OF_TRUST: ReadonlySet<ProblemCode> = new Set([
  'chain-untrusted',
  'chain-unknown',
  'ofd-seal-maker-untrusted',
]);

/**
 * Why a finished file cannot be called valid by our own verifier; empty if it can. `sent` gives the file as it was sent:
 * signatures that it brought along count only if they were valid then and are no longer. Never throws for what the
 * files contain.
 *
 * ```ts
 * await finishedFaults(file, async () => sentFile, { time: Date.now(), trustAnchors }); // []
 * ```
 */
export async function finishedFaults(
  file: Bytes,
  sent: () => Promise<Bytes>,
  options: TrustOptions,
): Promise<string[]> {
  const result = await verifyFile(file, options);
  const all = [...result.signatures, ...result.documentTimestamps];
  const own = result.problems.filter((code) => problemWeight(code) !== 'note');
  if (result.verdict === 'valid' && own.length === 0 && all.every(holds)) return [];
  const before = await verifyFile(await sent(), options);
  const brought = new Map(
    [...before.signatures, ...before.documentTimestamps].map((one) => [one.name, holds(one)]),
  );
  const faults = all
    .filter((one) => !holds(one) && brought.get(one.name) !== false)
    .map(({ name, verdict, problems }) => `${name}: ${[verdict, ...problems].join(' ')}`);
  return [...faults, ...own.filter((code) => !before.problems.includes(code))];
}

/** Whether a signature is valid, or would be if its authority were trusted. */
function holds({ verdict, integrity, laterChanges, problems }: SignatureVerdict): boolean {
  if (verdict === 'valid') return true;
  if (verdict === 'invalid' || integrity !== true) return false;
  if (laterChanges === 'disallowed' || laterChanges === 'unknown') return false;
  return problems.every((code) => problemWeight(code) === 'note' || OF_TRUST.has(code));
}
