import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { sha256Hex } from '#core/sha256.ts';
import { documentVersion } from '#core/wire.ts';

/**
 * What was shown to the signer: revision and SHA-256 of each document. Exactly this is signed; a consent is valid for
 * this only.
 */
export const seenDocuments = z.array(documentVersion).min(1).max(LIMITS.filesPerTask);
export type SeenDocuments = z.output<typeof seenDocuments>;
type Version = SeenDocuments[number];

/** The documents as currently shown. */
export const seenOf = (documents: readonly Version[]): SeenDocuments =>
  documents.map(({ documentId, revision, sha256 }) => ({ documentId, revision, sha256 }));

/** Whether the shown documents are still current: each one, in the same revision and with the same bytes. */
export function isAsSeen(seen: readonly Version[], now: readonly Version[]): boolean {
  const shown = new Map(seen.map((one) => [one.documentId, one]));
  return (
    shown.size === now.length &&
    now.every(({ documentId, revision, sha256 }) => {
      const one = shown.get(documentId);
      return one?.revision === revision && one.sha256 === sha256;
    })
  );
}

/** What `digestOfSeen` digests: a line for each document. */
export const textOfSeen = (seen: readonly Version[]): string =>
  seen
    .map(({ documentId, revision, sha256 }) => `${documentId} ${revision} ${sha256}`)
    .sort()
    .join('\n');

/** One digest of everything that was shown, in hexadecimal, independent of the order. */
export async function digestOfSeen(seen: readonly Version[]): Promise<string> {
  return sha256Hex(textOfSeen(seen));
}
