import { fromBase64, fromUtf8, toBase64, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Underway } from './act.ts';
import type { SigningRequest } from './open-as-seen.ts';

/** State stored between the two halves of signing with a UKey. */
export interface SigningSession {
  /** The signing request, including the revisions that the person was shown. */
  request: SigningRequest<unknown>;
  /** Certificate that the signature values must verify against. */
  certificateId: string;
  certificateSerial: string;
  documents: Underway[];
  /** Digest of the values accepted last, so that sending them again is idempotent. */
  taken: string;
}

const folderOf = (signingId: string) => `signing/${signingId}`;

/** Stores the state and returns its digest, which `readSession` needs to find and verify it. */
export const storeSession = (
  { files }: SignedInContext,
  signingId: string,
  session: SigningSession,
): Promise<string> => files.keep(folderOf(signingId), utf8(JSON.stringify(session, asText)));

/** Throws UKEY_SIGNING_ENDED if the state was dropped, Error if its bytes do not match the digest. */
export async function readSession(
  { files }: SignedInContext,
  signingId: string,
  sha256: string,
): Promise<SigningSession> {
  const bytes = await files.kept(folderOf(signingId), sha256).catch(() => {
    throw new AppError('UKEY_SIGNING_ENDED');
  });
  const digest = await sha256Hex(bytes);
  if (digest !== sha256) throw new Error('what was begun is not what was kept');
  return JSON.parse(fromUtf8(bytes), fromText);
}

export const dropSession = ({ files }: Pick<SignedInContext, 'files'>, signingId: string): Promise<void> =>
  files.drop(folderOf(signingId));

type MarkedValue = { $bytes: string } | { $map: [unknown, unknown][] };

/** JSON replacer that serialises byte arrays and maps. */
function asText(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) } satisfies MarkedValue;
  if (value instanceof Map) return { $map: [...value] } satisfies MarkedValue;
  return value;
}

function fromText(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return fromBase64(value.$bytes as string);
  if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
  return value;
}
