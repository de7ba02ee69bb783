import { and, eq } from 'drizzle-orm';
import { type Bytes, concatBytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { withEnding } from '#core/file-name.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';

export type RevisionRow = typeof documentRevision.$inferSelect;

/** One immutable state of a document. Throws NOT_FOUND. */
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

/** The bytes of a revision: its segments after each other. */
export async function revisionBytes(
  context: Context,
  row: Pick<RevisionRow, 'segments' | 'length'>,
): Promise<Bytes> {
  const out = new Uint8Array(row.length);
  let at = 0;
  for (const { key } of row.segments) {
    const part = await context.files.get(key);
    out.set(part, at);
    at += part.length;
  }
  if (at !== row.length)
    throw new Error('a segment of a revision has another length than it was stored with');
  return out;
}

/** The revision after another: what is appended is stored on its own, so that no byte is kept twice. */
export async function appendRevision(
  context: Context,
  before: { segments: RevisionRow['segments']; bytes: Bytes },
  increment: Bytes,
): Promise<{ segments: RevisionRow['segments']; length: number; sha256: string }> {
  const whole = concatBytes(before.bytes, increment);
  const [key, digest] = await Promise.all([
    context.files.put(increment),
    crypto.subtle.digest('SHA-256', whole),
  ]);
  return {
    segments: [...before.segments, { key, length: increment.length }],
    length: whole.length,
    sha256: toHex(new Uint8Array(digest)),
  };
}

/** A revision that is a file of its own: a format that cannot be appended to is written whole. */
export async function storeRevision(
  context: Context,
  bytes: Bytes,
): Promise<{ segments: RevisionRow['segments']; length: number; sha256: string }> {
  const key = await context.files.put(bytes);
  return { segments: [{ key, length: bytes.length }], length: bytes.length, sha256: key };
}

/**
 * A revision as an answer that streams its segments. Whatever its sender called it, it is saved as what it is: a file can
 * be good PDF and a web page at once.
 */
export function revisionAnswer(
  context: Context,
  row: RevisionRow,
  fileName: string,
  inline: boolean,
): FileAnswer {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  context.defer(pipeSegments(context, row, writable));
  const isOfd = fileName.toLowerCase().endsWith('.ofd');
  return {
    body: readable,
    length: row.length,
    fileName: withEnding(fileName, isOfd ? 'OFD' : 'PDF'),
    contentType: isOfd ? 'application/ofd' : 'application/pdf',
    inline,
    etag: row.sha256,
  };
}

async function pipeSegments(
  context: Context,
  row: RevisionRow,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  for (const [i, { key }] of row.segments.entries()) {
    const last = i === row.segments.length - 1;
    await (await context.files.stream(key)).pipeTo(writable, { preventClose: !last });
  }
}
