import type { Bytes } from '#core/bytes.ts';
import type { TrustOptions } from './judge-path.ts';
import type { Verdict } from './verdict.ts';
import { sniffFormat, verifyFile } from './verify-file.ts';

/** A signature that a file has before it is sent. */
export interface ExistingSignature {
  /** Name of the field, or path in an OFD. */
  readonly name: string;
  /** Name in the certificate; null if there is none. */
  readonly signer: string | null;
  readonly verdict: Verdict;
}

/**
 * Signatures that a file has already, judged as the verification page judges them, so that a broken one is known
 * before the file is sent on. `trustAnchors` is called only for a file that may be signed. A file that cannot be read
 * has none.
 *
 * ```ts
 * const found = await existingSignatures(bytes, { time: Date.now(), trustAnchors: async () => [] });
 * found.filter(({ verdict }) => verdict === 'invalid');
 * ```
 */
export async function existingSignatures(
  bytes: Bytes,
  { time, trustAnchors }: { time: number; trustAnchors: () => Promise<TrustOptions['trustAnchors']> },
): Promise<ExistingSignature[]> {
  if (sniffFormat(bytes) === null) return [];
  const unjudged = await verifyFile(bytes, { time, trustAnchors: [] });
  if (unjudged.signatures.length === 0) return [];
  const { signatures } = await verifyFile(bytes, { time, trustAnchors: await trustAnchors() });
  return signatures.map(({ name, signer, verdict }) => ({ name, signer, verdict }));
}
