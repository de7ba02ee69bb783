import { and, desc, eq, inArray, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { holds } from '#core/approval/flow.ts';
import { RUNNING_USES, type SealUseState, type ValueAtPlace } from '#core/approval/seal-use.ts';
import { AppError } from '#core/errors.ts';
import { approval, approvalPart, seal, sealUse, signer, task } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { ApprovalRecord } from './change-statements.ts';
import { flowsUnchanged, type JudgedFacts, readFlows, withAmounts } from './resolve-approval.ts';

/*
 * Seal use that needs approval: which seals ask for it, and the only place that reads and writes the uses. Requests and
 * their decisions are in `edge/task/ask-seal-use.ts` and `review-seal-use.ts`, the check at signing in
 * `edge/signing/check-seal-approval.ts`.
 */

export type SealUseRow = typeof sealUse.$inferSelect;

/**
 * The seals whose use requires an approval, even for their holders: those marked so, and those to which a mandatory
 * flow applies. The guards hold while the flows, and the marks of the other seals, are unchanged.
 */
export async function sealsRequiringApproval(
  context: SignedInContext,
  seals: readonly { id: string; needsApproval: boolean }[],
  facts: JudgedFacts,
): Promise<{ asking: Set<string>; guards: SQL[] }> {
  const { actor } = context;
  const flows = await readFlows(context, actor.entId);
  const always = flows.filter(
    ({ enabled, body }) => enabled && body.applies === 'ALWAYS' && body.subjects.includes('SEAL'),
  );
  const judged = await withAmounts(facts, always);
  const asks = ({ id, needsApproval }: (typeof seals)[number]) =>
    needsApproval ||
    always.some(({ body }) => holds(body.when, { ...judged, senderRoles: actor.roles, seals: [id] }));
  const asking = new Set(seals.filter(asks).map(({ id }) => id));
  const free = seals.map(({ id }) => id).filter((id) => !asking.has(id));
  return {
    asking,
    guards: [flowsUnchanged(actor.entId, flows), ...(free.length > 0 ? [noneMarked(free)] : [])],
  };
}

const noneMarked = (sealIds: readonly string[]): SQL =>
  sql`select 1 where not exists (select 1 from ${seal} where ${inArray(seal.id, [...sealIds])} and ${seal.needsApproval} = 1)`;

/** Reads a seal use without access check; the caller must check access. */
export async function unsafeReadSealUse({ db }: Context, useId: string): Promise<SealUseRow> {
  const [use] = await db.select().from(sealUse).where(eq(sealUse.id, useId));
  if (!use) throw new AppError('NOT_FOUND');
  return use;
}

/** Uses by their identifiers, without access check. */
export const unsafeReadSealUses = ({ db }: Context, useIds: readonly string[]): Promise<SealUseRow[]> =>
  db
    .select()
    .from(sealUse)
    .where(inArray(sealUse.id, [...useIds]));

/** Requests of a task, or of one of its signers, that are being approved or wait for the stamp. */
export const runningSealUses = (
  { db }: Context,
  { taskId, signerId }: { taskId: string; signerId?: string },
): Promise<SealUseRow[]> =>
  db
    .select()
    .from(sealUse)
    .where(
      and(
        eq(sealUse.taskId, taskId),
        signerId === undefined ? undefined : eq(sealUse.signerId, signerId),
        inArray(sealUse.state, [...RUNNING_USES]),
      ),
    );

/** The last request of the actor for a task, with its approval. */
export async function lastSealUse({ db, actor }: SignedInContext, taskId: string) {
  const [row] = await db
    .select({ use: sealUse, approvalId: approval.id, steps: approval.steps })
    .from(sealUse)
    .innerJoin(approval, and(eq(approval.subject, 'SEAL'), eq(approval.subjectId, sealUse.id)))
    .where(
      and(
        eq(sealUse.enterpriseId, actor.entId),
        eq(sealUse.taskId, taskId),
        eq(sealUse.applicantId, actor.accountId),
      ),
    )
    .orderBy(desc(sealUse.createdAt))
    .limit(1);
  return row;
}

/** The approved use that waits for the stamp at a signer's places, of the actor's enterprise. */
export async function approvedSealUse(
  { db, actor }: SignedInContext,
  { taskId, signerId }: { taskId: string; signerId: string },
): Promise<SealUseRow | undefined> {
  const [use] = await db
    .select()
    .from(sealUse)
    .where(
      and(
        eq(sealUse.enterpriseId, actor.entId),
        eq(sealUse.taskId, taskId),
        eq(sealUse.signerId, signerId),
        eq(sealUse.state, 'TO_STAMP'),
      ),
    );
  return use;
}

/** Identifiers of running uses that are no longer needed: the task is over, or the signer signed or changed. */
export async function sealUsesOver({ db, now }: Context, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: sealUse.id })
    .from(sealUse)
    .innerJoin(task, eq(task.id, sealUse.taskId))
    .innerJoin(signer, eq(signer.id, sealUse.signerId))
    .where(
      and(
        inArray(sealUse.state, [...RUNNING_USES]),
        or(
          notInArray(task.state, ['IN_PROGRESS', 'FROZEN']),
          lte(task.deadline, now),
          ne(signer.state, 'SIGNING'),
          ne(signer.accountId, sealUse.applicantId),
        ),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Approved uses that a holder of the seals has to stamp, with their approvals. */
export const sealUsesForHolders = ({ db }: Context, limit: number) =>
  db
    .select({ use: sealUse, row: approval })
    .from(sealUse)
    .innerJoin(approval, and(eq(approval.subject, 'SEAL'), eq(approval.subjectId, sealUse.id)))
    .where(and(eq(sealUse.state, 'TO_STAMP'), eq(sealUse.byHolder, true)))
    .limit(limit);

/** Which account stamped for which signer of a task, where a holder did it for the operator. */
export const stampedByHolders = (
  { db }: Context,
  taskId: string,
): Promise<{ signerId: string; stampedBy: string }[]> =>
  db
    .select({ signerId: sealUse.signerId, stampedBy: sealUse.stampedBy })
    .from(sealUse)
    .where(and(eq(sealUse.taskId, taskId), eq(sealUse.state, 'STAMPED'), eq(sealUse.byHolder, true)));

/** Holds while the use is in the state. */
export const sealUseIn = (useId: string, state: SealUseState): SQL =>
  sql`select 1 from ${sealUse} where ${sealUse.id} = ${useId} and ${sealUse.state} = ${state}`;

/** A unique index refuses the second running use of a signer. */
export const insertSealUse = (
  { db, now }: Context,
  row: Omit<typeof sealUse.$inferInsert, 'state' | 'createdAt'>,
): Statement => db.insert(sealUse).values({ ...row, state: 'REVIEWING', createdAt: now });

export const setSealUseState = ({ db, now }: Context, useId: string, state: SealUseState): Statement =>
  db
    .update(sealUse)
    .set({ state, ...(state === 'TO_STAMP' ? {} : { endedAt: now }) })
    .where(eq(sealUse.id, useId));

/** Uses up the approval, which is valid for one signing, and lists the actor among those who decided. */
export function spendSealUse(context: SignedInContext, useId: string): Statement[] {
  const { db, actor, now } = context;
  return [
    db
      .update(sealUse)
      .set({ state: 'STAMPED', stampedBy: actor.accountId, endedAt: now })
      .where(eq(sealUse.id, useId)),
    forgetStampers(context, useId),
    db
      .insert(approvalPart)
      .select(
        db
          .select({
            approvalId: approval.id,
            enterpriseId: approval.enterpriseId,
            accountId: sql<string>`${actor.accountId}`.as('account_id'),
            part: sql<'DECIDED'>`'DECIDED'`.as('part'),
            createdAt: approval.createdAt,
          })
          .from(approval)
          .where(and(eq(approval.subject, 'SEAL'), eq(approval.subjectId, useId))),
      )
      .onConflictDoNothing(),
  ];
}

/** Statements that replace the people who may stamp an approved use of seals. */
export function writeStampers(
  { db }: Pick<Context, 'db'>,
  { id: approvalId, enterpriseId, createdAt }: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'createdAt'>,
  accounts: readonly string[],
): Statement[] {
  const of = and(eq(approvalPart.approvalId, approvalId), eq(approvalPart.part, 'TO_STAMP'));
  return [
    db.delete(approvalPart).where(of),
    ...[...new Set(accounts)].map((accountId) =>
      db
        .insert(approvalPart)
        .values({ approvalId, enterpriseId, createdAt, accountId, part: 'TO_STAMP' as const })
        .onConflictDoNothing(),
    ),
  ];
}

/** Statement after which nobody is expected to stamp a use of seals any more. */
export const forgetStampers = ({ db }: Pick<Context, 'db'>, useId: string): Statement =>
  db.delete(approvalPart).where(
    and(
      eq(approvalPart.part, 'TO_STAMP'),
      inArray(
        approvalPart.approvalId,
        db
          .select({ id: approval.id })
          .from(approval)
          .where(and(eq(approval.subject, 'SEAL'), eq(approval.subjectId, useId))),
      ),
    ),
  );

type SealedValues = { id: string; valuesSealed: string };

/** Decrypts the values of the signer's fields as submitted with the seal use. */
export async function openUseValues({ keys }: Context, use: SealedValues): Promise<ValueAtPlace[]> {
  if (use.valuesSealed === '') return [];
  return JSON.parse(await keys.openField(use.valuesSealed, `sealUse:${use.id}`)) as ValueAtPlace[];
}

export const sealUseValues = async (
  { keys }: Context,
  useId: string,
  values: readonly ValueAtPlace[],
): Promise<string> => (values.length === 0 ? '' : keys.sealField(JSON.stringify(values), `sealUse:${useId}`));
