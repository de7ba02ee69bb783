import { and, eq } from 'drizzle-orm';
import { type Bytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { withEnding } from '#core/file-name.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';

export type RevisionRow = typeof documentRevision.$inferSelect;
/** A revision in the file store, not yet in the database. */
export type NewRevision = Pick<RevisionRow, 'segments' | 'length' | 'sha256'>;
/** A revision with its bytes in memory. */
export interface Held extends NewRevision {
  bytes: Bytes;
}

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

/** Loads the bytes of a revision. */
export async function holdRevision(
  context: Context,
  { segments, length, sha256 }: NewRevision,
): Promise<Held> {
  return { segments, length, sha256, bytes: await revisionBytes(context, { segments, length }) };
}

/**
 * Creates the next revision from the complete `file`. Stores only the increment, so that no byte is stored twice.
 * Throws unless `file` starts with the exact bytes of the previous revision, because anything else would break existing
 * signatures.
 */
export async function appendRevision(
  context: Context,
  before: NewRevision,
  file: Bytes,
): Promise<NewRevision> {
  const beginning = toHex(await sha256(file.subarray(0, before.length)));
  if (file.length <= before.length || beginning !== before.sha256)
    throw new Error('a revision does not begin with the one before it');
  const increment = file.subarray(before.length);
  const [key, digest] = await Promise.all([context.files.put(increment), sha256(file)]);
  return {
    segments: [...before.segments, { key, length: increment.length }],
    length: file.length,
    sha256: toHex(digest),
  };
}

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Stores a complete file as a revision, for formats without incremental updates. */
export async function storeRevision(context: Context, bytes: Bytes): Promise<NewRevision> {
  const key = await context.files.put(bytes);
  return { segments: [{ key, length: bytes.length }], length: bytes.length, sha256: key };
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
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
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
