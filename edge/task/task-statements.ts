import type { Plan } from '#core/task/plan.ts';
import {
  attachment,
  copyParty,
  document,
  documentRevision,
  participant,
  placement,
  signer,
  task,
} from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { Submission } from '#edge/sending/sending-part.ts';
import { keepHashes } from '#edge/signing/kept-hashes.ts';
import type { TaskRows } from './build-task-rows.ts';
import type { OwnedFiles } from './plan-reads.ts';
import { approverRows } from './review-task.ts';

/** The rows of the task and all that belongs to it. */
export const taskStatements = (
  context: SignedInContext,
  rows: TaskRows & { task: typeof task.$inferInsert },
  attachments: ReturnType<typeof attachmentRows>,
): Statement[] => {
  const { db } = context;
  return [
    db.insert(task).values(rows.task),
    db.insert(document).values(rows.documents.map(({ sourceKey: _, ...row }) => row)),
    db.insert(documentRevision).values(rows.revisions),
    ...keepHashes(context, rows.task.fileType, rows.revisions),
    ...(attachments.length ? [db.insert(attachment).values(attachments)] : []),
    db.insert(signer).values(rows.signers),
    ...(rows.placements.length ? [db.insert(placement).values(rows.placements)] : []),
    ...(rows.ccParties.length ? [db.insert(copyParty).values(rows.ccParties)] : []),
    db.insert(participant).values(rows.participants).onConflictDoNothing(),
  ];
};

/** Lets the approvers who are asked first read the task. */
export const placeApprovers = (
  { db }: SignedInContext,
  row: TaskRows['task'],
  { approval }: Pick<Submission, 'approval'>,
): Statement[] =>
  approverRows(row, approval).map((one) => db.insert(participant).values(one).onConflictDoNothing());

/** Rows of the attachments, which remain as uploaded. */
export const attachmentRows = (
  plan: Plan,
  files: OwnedFiles,
  { newId }: SignedInContext,
  taskId: string,
): (typeof attachment.$inferInsert)[] =>
  plan.attachments.map(({ fileName: name, fileKey: sha256, fileType }, position) => {
    const { size, pages } = files.get(sha256)!;
    return { id: newId(), taskId, position, name, fileType, sha256, size, pages };
  });
