import type { TaskFileType } from '#core/task/plan.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Signing } from './document-engine.ts';
import { engineOf } from './engine-of.ts';
import { readRevision, revisionBytes } from './revisions.ts';
import type { DocumentRow } from './rows.ts';

export interface SignedDocument {
  documentId: string;
  position: number;
  revision: number;
  segments: { key: string; length: number }[];
  length: number;
  sha256: string;
  /** Digests that were signed, hexadecimal: what the consent covers. */
  digests: string[];
}

/** Signs one document on top of its newest revision. The new revision is stored, not yet listed. */
export async function signDocument(
  context: SignedInContext,
  row: DocumentRow,
  fileType: TaskFileType,
  signing: Signing,
): Promise<SignedDocument> {
  const before = await readRevision(context, row.id, row.revision);
  const held = { segments: before.segments, bytes: await revisionBytes(context, before) };
  const { at = context.now } = signing.key;
  const { revision, digests } = await engineOf(fileType).sign({ ...context, now: at }, held, signing);
  return { documentId: row.id, position: row.position, revision: row.revision + 1, ...revision, digests };
}
