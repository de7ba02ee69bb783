import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ContractFacts } from '#core/approval/contract.ts';
import { attachment, documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { TaskWithParties } from './read-task.ts';
import { readTaskPlan } from './task-plan.ts';

type TaskDescription = {
  task: Pick<TaskWithParties['task'], 'name' | 'businessType' | 'ordered' | 'startAt' | 'deadline'>;
  documents: readonly Pick<TaskWithParties['documents'][number], 'id' | 'name'>[];
  signers: readonly Pick<
    TaskWithParties['signers'][number],
    'id' | 'type' | 'entName' | 'userName' | 'mobileIndex' | 'signOrder' | 'autoSealId'
  >[];
  attachments: readonly Pick<typeof attachment.$inferSelect, 'name' | 'sha256'>[];
  ccParties: readonly Pick<TaskWithParties['ccParties'][number], 'entName' | 'userName' | 'mobileIndex'>[];
  placements: readonly Omit<TaskWithParties['placements'][number], 'taskId' | 'id' | 'field' | 'part'>[];
};

/**
 * The facts of a task that are approved, from its rows; `files` keyed by document id. Attachments are listed after the
 * documents, because approvers have seen them, too. `amount`: fen, as typed by the sender.
 */
export function taskFacts(
  { task, documents, attachments, signers, ccParties, placements }: TaskDescription,
  files: ReadonlyMap<string, { source: string; sha256: string }>,
  amount: number | undefined,
): ContractFacts {
  return {
    taskName: task.name,
    businessType: task.businessType,
    amount,
    ordered: task.ordered,
    startAt: task.startAt,
    deadline: task.deadline,
    files: [
      ...documents.map(({ id, name }) => ({ name, ...files.get(id)! })),
      ...attachments.map(({ name, sha256 }) => ({ name, source: sha256, sha256 })),
    ],
    parties: signers.map((one) => ({
      type: one.type,
      name: one.type === 'ENTERPRISE' ? one.entName : one.userName,
      operator: one.type === 'ENTERPRISE' ? one.userName : '',
      contact: one.mobileIndex,
      signOrder: one.signOrder,
      ...(one.autoSealId === '' ? {} : { automatic: one.autoSealId }),
    })),
    copies: ccParties.map((one) => ({ name: one.entName || one.userName, contact: one.mobileIndex })),
    places: placements.map(({ documentId, signerId, kind, page, toPage, rule, x, y, width, height }) => ({
      file: documents.findIndex(({ id }) => id === documentId),
      party: signers.findIndex(({ id }) => id === signerId),
      kind,
      page,
      toPage,
      rule,
      x,
      y,
      width,
      height,
    })),
  };
}

/** Attachments of a task, by position. */
export const attachmentsOf = (db: Context['db'], taskId: string) =>
  db.select().from(attachment).where(eq(attachment.taskId, taskId)).orderBy(asc(attachment.position));

/** The same for a stored task, as it would be sent now. */
export async function readTaskFacts(
  context: Context,
  contract: Omit<TaskWithParties, 'parts'>,
): Promise<ContractFacts> {
  const { db } = context;
  const [rows, attachments, plan] = await Promise.all([
    db
      .select({ id: documentRevision.documentId, sha256: documentRevision.sha256 })
      .from(documentRevision)
      .where(
        and(
          eq(documentRevision.revision, 0),
          inArray(documentRevision.documentId, ['', ...contract.documents.map(({ id }) => id)]),
        ),
      ),
    attachmentsOf(db, contract.task.id),
    readTaskPlan(context, contract.task.id),
  ]);
  return taskFacts(
    { ...contract, attachments },
    new Map(rows.map(({ id, sha256 }) => [id, { source: '', sha256 }])),
    plan.contractAmount,
  );
}
