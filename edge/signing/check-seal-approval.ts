import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { digestOfSealUse } from '#core/approval/seal-use.ts';
import { AppError } from '#core/errors.ts';
import { approvalPart, approval as approvalTable, seal, sealUse } from '#db/schema/index.ts';
import { forgetStampers } from '#edge/approval/seal-use-parts.ts';
import { sealsRequiringApproval } from '#edge/approval/seals-requiring-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { guardStatements } from '#edge/kernel/storage/guard-statements.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { FilledPlacements } from './fill-placements.ts';
import { sealUseFacts } from './seal-use-facts.ts';
import type { Places, SignedAnswer, Subject } from './signable.ts';

type Row = typeof sealUse.$inferSelect;

/**
 * Checks whether approvals allow the actor to use the chosen seals of the enterprise; every way of signing calls it.
 * Returns statements for the transaction that writes the signature: they fail it if a seal or flow has come to require
 * an approval since, and they use up the approval. Throws SEAL_NEEDS_APPROVAL, and SEAL_USE_DIFFERS if the approval is
 * for something else than what would be stamped.
 */
export async function checkSealApproval<Answer extends SignedAnswer>(
  context: SignedInContext,
  subject: Subject<never, Answer>,
  { placements, fillings }: Places,
  filled: FilledPlacements,
): Promise<Statement[]> {
  const { actor } = context;
  const stamped = [
    ...new Map(
      filled.seals
        .filter((used) => used.seal.ownerKey === actor.ownerKey)
        .map((used) => [used.seal.id, used.seal]),
    ).values(),
  ];
  if (actor.entId === '' || stamped.length === 0) return [];
  const { asking, guard } = await sealsRequiringApproval(context, stamped, subject.facts);
  const free = stamped.filter(({ id }) => !asking.has(id)).map(({ id }) => id);
  const guards = [guard, ...(free.length > 0 ? [noneAsks(free)] : [])];
  if (asking.size === 0 && !subject.sealUseId) return guardStatements(context, guards);
  const name = stamped.find(({ id }) => asking.has(id))?.name ?? stamped[0]!.name;
  const use = await approvedUse(context, subject);
  if (!use) throw new AppError('SEAL_NEEDS_APPROVAL', { name });
  const facts = await sealUseFacts(
    context,
    {
      taskId: use.taskId,
      signerId: use.signerId,
      operator: use.byHolder ? use.applicantId : actor.accountId,
      byHolder: use.byHolder,
      reason: use.reason,
      seals: stamped.map(({ id, name: sealName }) => ({ sealId: id, name: sealName })),
    },
    { documents: subject.documents, placements, fillings },
  );
  if ((await digestOfSealUse(facts)) !== use.digest) throw new AppError('SEAL_USE_DIFFERS', { name });
  return [...guardStatements(context, [...guards, waitsForStamp(use.id)]), ...spendUse(context, use)];
}

const noneAsks = (sealIds: readonly string[]): SQL =>
  sql`select 1 where not exists (select 1 from ${seal} where ${inArray(seal.id, [...sealIds])} and ${seal.needsApproval} = 1)`;

const waitsForStamp = (useId: string): SQL =>
  sql`select 1 from ${sealUse} where ${sealUse.id} = ${useId} and ${sealUse.state} = 'TO_STAMP'`;

/** The approved seal use that the actor may stamp: the one they applied for, or the one they opened as a holder. */
async function approvedUse<Answer extends SignedAnswer>(
  { db, actor }: SignedInContext,
  { id, signerId, sealUseId }: Subject<never, Answer>,
): Promise<Row | undefined> {
  const [use] = await db
    .select()
    .from(sealUse)
    .where(
      and(
        eq(sealUse.enterpriseId, actor.entId),
        eq(sealUse.taskId, id),
        eq(sealUse.signerId, signerId),
        eq(sealUse.state, 'TO_STAMP'),
      ),
    );
  if (!use) return undefined;
  const isTheirs = sealUseId ? use.id === sealUseId : !use.byHolder && use.applicantId === actor.accountId;
  return isTheirs ? use : undefined;
}

/** Uses up the approval, which is valid for one signing, and lists the actor among those who decided. */
function spendUse(context: SignedInContext, use: Row): Statement[] {
  const { db, actor, now } = context;
  return [
    db
      .update(sealUse)
      .set({ state: 'STAMPED', stampedBy: actor.accountId, endedAt: now })
      .where(eq(sealUse.id, use.id)),
    forgetStampers(context, use.id),
    db
      .insert(approvalPart)
      .select(
        db
          .select({
            approvalId: approvalTable.id,
            enterpriseId: approvalTable.enterpriseId,
            accountId: sql<string>`${actor.accountId}`.as('account_id'),
            part: sql<'DECIDED'>`'DECIDED'`.as('part'),
            createdAt: approvalTable.createdAt,
          })
          .from(approvalTable)
          .where(and(eq(approvalTable.subject, 'SEAL'), eq(approvalTable.subjectId, use.id))),
      )
      .onConflictDoNothing(),
  ];
}
