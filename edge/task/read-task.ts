import { and, asc, eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import {
  copyParty,
  document,
  type ParticipantPart,
  participant,
  placement,
  signer,
  task,
} from '#db/schema/index.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import { keyReaches } from '#edge/identity/key-types.ts';
import type { Actor, Context, SignedInContext } from '#edge/kernel/context.ts';
import type { PlacementRow, SignerRow } from '#edge/signing/rows.ts';

export type TaskRow = typeof task.$inferSelect;

/** A task with all that belongs to it. Values of it are named `contract`; `task` is its row. */
export interface TaskWithParties {
  task: TaskRow;
  documents: (typeof document.$inferSelect)[];
  signers: SignerRow[];
  placements: PlacementRow[];
  ccParties: (typeof copyParty.$inferSelect)[];
  /** Roles of the identity in the task. */
  parts: Set<ParticipantPart>;
}

/** Whether the actor is this signer: as the individual, or as operator of the current enterprise. */
export const isOwnSigner = (actor: Actor, row: Pick<SignerRow, 'ownerKey' | 'accountId'>): boolean =>
  row.ownerKey === actor.ownerKey && row.accountId === actor.accountId;

/**
 * Whether the actor is the operator that the sender named for an enterprise which is not verified yet: the person sees the
 * task and cannot sign it.
 */
export const awaitsEnterprise = (
  actor: Actor,
  row: Pick<SignerRow, 'type' | 'ownerKey' | 'accountId'>,
): boolean =>
  actor.entId === '' && row.type === 'ENTERPRISE' && row.ownerKey === '' && row.accountId === actor.accountId;

/** The complete task, if the actor may see it as a participant. Throws NOT_FOUND otherwise. */
export async function readTask(context: SignedInContext, taskId: string): Promise<TaskWithParties> {
  const { db, actor } = context;
  // The calls of an embedded page name its task already; this holds for every way to a task.
  if (actor.embed && actor.embed.subjectId !== taskId) throw new AppError('NOT_FOUND');
  const [parts, ...rest] = await db.batch([
    db
      .select()
      .from(participant)
      .where(and(eq(participant.taskId, taskId), eq(participant.ownerKey, actor.ownerKey))),
    ...taskQueries(context, taskId),
  ]);
  const own = parts.filter(
    (part) => part.accountId === '' || part.accountId === actor.accountId || seesAll(actor),
  );
  if (own.length === 0) throw new AppError('NOT_FOUND');
  const contract = assemble(rest);
  if (!keyReaches(actor, contract.task.businessType)) throw new AppError('NOT_FOUND');
  return {
    ...contract,
    parts: new Set(own.map(({ part }) => part)),
  };
}

/** Reads a task without access check: for jobs, or for callers that check access themselves. */
export async function unsafeReadTask(context: Context, taskId: string): Promise<TaskWithParties> {
  const rows = await context.db.batch(taskQueries(context, taskId));
  return { ...assemble(rows), parts: new Set() };
}

const taskQueries = ({ db }: Context, taskId: string) =>
  [
    db.select().from(task).where(eq(task.id, taskId)),
    db.select().from(document).where(eq(document.taskId, taskId)).orderBy(asc(document.position)),
    db.select().from(signer).where(eq(signer.taskId, taskId)).orderBy(asc(signer.position)),
    db.select().from(placement).where(eq(placement.taskId, taskId)).orderBy(asc(placement.id)),
    db.select().from(copyParty).where(eq(copyParty.taskId, taskId)),
  ] as const;

function assemble([tasks, documents, signers, placements, ccParties]: readonly [
  TaskRow[],
  TaskWithParties['documents'],
  SignerRow[],
  PlacementRow[],
  (typeof copyParty.$inferSelect)[],
]): Omit<TaskWithParties, 'parts'> {
  const [row] = tasks;
  if (!row) throw new AppError('NOT_FOUND');
  return { task: row, documents, signers, placements, ccParties };
}
