import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { withEnding } from '#core/file-name.ts';
import type { PdfSource } from '#core/pdf/read/source.ts';
import type { StoredHash } from '#core/pdf/sign/hash-ranges.ts';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { storedSource } from './stored-source.ts';

export type RevisionRow = typeof documentRevision.$inferSelect;
/** A revision in the file store, not yet in the database. */
export type NewRevision = Pick<RevisionRow, 'segments' | 'length' | 'sha256' | 'hashState'>;
/** A revision of which parts are read as they are needed. */
export interface OpenRevision extends NewRevision {
  /** The file: in memory if it is small, otherwise read by ranges. */
  source: PdfSource;
  /**
   * SHA-256 of the whole file, to go on from: the kept state, otherwise made by streaming the file once. Throws if the
   * file is not what its digest says.
   */
  hash(): Promise<ResumableSha256>;
  /** Loads the whole file. */
  whole(): Promise<Bytes>;
}

/** Files up to this size are read at once: more reads would cost more than the bytes. */
const SMALL = 256 * 1024;

/** Reads one immutable revision of a document. Throws NOT_FOUND. */
export async function readRevision(
  context: Context,
  documentId: string,
  revision: number,
): Promise<RevisionRow> {
  const [row] = await context.db
    .select()
    .from(documentRevision)
    .where(and(eq(documentRevision.documentId, documentId), eq(documentRevision.revision, revision)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Bytes of a revision: its segments concatenated. */
export async function revisionBytes(
  context: Context,
  { segments, length }: Pick<RevisionRow, 'segments' | 'length'>,
): Promise<Bytes> {
  const out = new Uint8Array(length);
  let at = 0;
  for (const { key } of segments) {
    const part = await context.files.get(key);
    out.set(part, at);
    at += part.length;
  }
  if (at !== length) throw new Error('a segment of a revision has another length than it was stored with');
  return out;
}

/** Opens a revision for reading by ranges. A kept state that is not of its digest is reported, and never used. */
export async function holdRevision(
  context: Context,
  { segments, length, sha256, hashState }: NewRevision,
): Promise<OpenRevision> {
  const allBytes = () => revisionBytes(context, { segments, length });
  const source = length <= SMALL ? await allBytes() : storedSource(context.files, segments);
  let made: Promise<ResumableSha256> | undefined;
  const state = hashStateOf({ length, sha256, hashState });
  if (hashState !== '' && state === null) noteFault('revision', `the kept state of ${sha256} is wrong`);
  const hash = async () => {
    made ??= state ? Promise.resolve(state) : stateOf(context, { segments, length, sha256 });
    return (await made).fork();
  };
  return { segments, length, sha256, hashState, source, hash, whole: allBytes };
}

/**
 * The kept state of a revision; null if there is none or it does not lead to the revision's digest. Another state that
 * does cannot be found, as that would be a second preimage.
 */
export function hashStateOf({
  length,
  sha256,
  hashState,
}: Pick<RevisionRow, 'length' | 'sha256' | 'hashState'>): ResumableSha256 | null {
  const state = ResumableSha256.resume(hashState);
  return state?.hashed === length && state.fork().hex() === sha256 ? state : null;
}

/** Makes the state by streaming the segments. Throws if they are not what the digest says. */
export async function stateOf(
  context: Context,
  { segments, length, sha256 }: Pick<RevisionRow, 'segments' | 'length' | 'sha256'>,
): Promise<ResumableSha256> {
  const hash = new ResumableSha256();
  for (const { key } of segments)
    for await (const chunk of await context.files.stream(key)) hash.update(chunk);
  if (hash.hashed !== length || hash.fork().hex() !== sha256) throw differs(sha256);
  return hash;
}

const differs = (sha256: string) =>
  new Error(`the stored bytes of the revision ${sha256} are not what they were`);

/** The hash of a held revision, continued with what was appended, for signatures by SHA-256. */
export const storedHash =
  (hash: OpenRevision['hash'], appended: Bytes): StoredHash =>
  async (algorithm) =>
    algorithm === 'SHA-256' ? (await hash()).update(appended) : null;

/**
 * Creates the next revision by appending an increment, the only bytes that are stored. The digest is that of the stored
 * revision continued, so no byte before the increment can be another.
 */
export async function appendRevision(
  context: Context,
  before: OpenRevision,
  increment: Bytes,
): Promise<NewRevision> {
  if (increment.length === 0) throw new Error('a revision adds nothing to the one before it');
  const key = await context.files.put(increment);
  const appended = {
    segments: [...before.segments, { key, length: increment.length }],
    length: before.length + increment.length,
  };
  const { source, sha256 } = before;
  if (source instanceof Uint8Array && source.length > SMALL) {
    // An upload is sent: WebCrypto's kin is quicker than making the state, which an effect does later (`keepHashes`).
    const native = createHash('sha256').update(source);
    if (native.copy().digest('hex') !== sha256) throw differs(sha256);
    return { ...appended, sha256: native.update(increment).digest('hex'), hashState: '' };
  }
  const hash = await before.hash();
  if (hash.fork().hex() !== sha256) throw differs(sha256);
  hash.update(increment);
  return { ...appended, hashState: hash.save(), sha256: hash.hex() };
}

/** An uploaded file, which is in memory, as the revision that it becomes. */
export function openUpload(key: string, bytes: Bytes): OpenRevision {
  const { length } = bytes;
  return {
    segments: [{ key, length }],
    length,
    sha256: key,
    hashState: '',
    source: bytes,
    hash: async () => new ResumableSha256().update(bytes),
    whole: async () => bytes,
  };
}

/** Stores a complete file as a revision, for formats without incremental updates. */
export async function storeRevision(context: Context, bytes: Bytes): Promise<NewRevision> {
  const key = await context.files.put(bytes);
  return { segments: [{ key, length: bytes.length }], length: bytes.length, sha256: key, hashState: '' };
}

const CONTENT_TYPES = { PDF: 'application/pdf', OFD: 'application/ofd' } as const;

/**
 * A response that streams the segments of a revision. The file name always has the ending of the file type, whatever
 * the sender called it: a file can be a valid PDF and a web page at once.
 */
export function revisionAnswer(
  context: Context,
  row: RevisionRow,
  { name, fileType }: { name: string; fileType: TaskFileType },
  inline: boolean,
): FileAnswer {
  const { readable, writable } = fixedLength(row.length);
  context.defer(pipeSegments(context, row, writable));
  return {
    body: readable,
    length: row.length,
    fileName: withEnding(name, fileType),
    contentType: CONTENT_TYPES[fileType],
    inline,
    etag: row.sha256,
  };
}

/**
 * A pipe for a known number of bytes. workerd's own one passes them on without running code for each piece; other
 * runtimes have none.
 */
function fixedLength(length: number): TransformStream<Uint8Array, Uint8Array> {
  const { FixedLengthStream } = globalThis as {
    FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array>;
  };
  return FixedLengthStream ? new FixedLengthStream(length) : new TransformStream<Uint8Array, Uint8Array>();
}

/** Streams the segments of a revision in order. */
export async function pipeSegments(
  context: Context,
  row: RevisionRow,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  for (const [i, { key }] of row.segments.entries()) {
    const last = i === row.segments.length - 1;
    await (await context.files.stream(key)).pipeTo(writable, { preventClose: !last });
  }
}
