import { and, eq } from 'drizzle-orm';
import { revoke, withdraw } from '#core/approval/approval.ts';
import type * as calls from '#core/approval/external-calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { approval, externalRequest } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { administersAll } from '#edge/identity/check-access.ts';
import { keyReaches } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { readTrail } from '#edge/trail/trail-of.ts';
import { change, type Kinds, operatorOf } from './act.ts';
import type { ApprovalRecord } from './change-statements.ts';
import { callerOf, type ExternalRequest, externalFacts } from './external-subject.ts';
import { rolesIn } from './read-approval.ts';

interface ExternalApproval {
  row: ApprovalRecord;
  request: ExternalRequest;
}

/** Reads an external approval within reach: of the person who asked, an administrator, or a key. Throws NOT_FOUND. */
async function readExternal(context: SignedInContext, approvalId: string): Promise<ExternalApproval> {
  const { db, actor } = context;
  const [found] = await db
    .select({ row: approval, request: externalRequest })
    .from(approval)
    .innerJoin(externalRequest, eq(externalRequest.id, approval.subjectId))
    .where(
      and(
        eq(approval.id, approvalId),
        eq(approval.enterpriseId, actor.entId),
        eq(approval.subject, 'EXTERNAL'),
      ),
    );
  const reaches =
    found &&
    keyReaches(actor, found.request.businessType) &&
    (actor.key || found.row.applicantId === actor.accountId || administersAll(actor));
  if (!reaches) throw new AppError('NOT_FOUND');
  return found;
}

/**
 * Takes back what the caller itself asked: withdraws a running approval, or makes void one that was approved where the
 * call says so. Throws APPROVAL_BUSINESS_TAKEN where another API key or person asked, APPROVAL_CLOSED.
 */
export const cancelAuth =
  (kinds: Kinds) =>
  (
    { approvalId, evenApproved }: ParsedInputOf<typeof calls.cancelAuth>,
    context: SignedInContext,
  ): Promise<OutputOf<typeof calls.cancelAuth>> =>
    withRetry(async () => {
      const { row } = await readExternal(context, approvalId);
      if (!isRequestedBy(context, row)) throw new AppError('APPROVAL_BUSINESS_TAKEN');
      const after = await change(
        kinds,
        context,
        row,
        // A key may have another holder by now: the enterprise's system takes back what it asked.
        (one) => (evenApproved && one.state === 'APPROVED' ? revoke(one) : withdraw(one, row.applicantId)),
        operatorOf(context),
        ({ state }) => context.remember({ state }),
      );
      return { state: after.state };
    });

/** Whether the actor asked for it; where the caller was not recorded yet, whether it was asked in the actor's name. */
function isRequestedBy({ actor }: SignedInContext, row: ApprovalRecord): boolean {
  const { judged } = externalFacts(row.facts);
  return judged ? judged.caller === callerOf(actor) : row.applicantId === actor.accountId;
}

export async function getAuthResult(
  { approvalId }: ParsedInputOf<typeof calls.getAuthResult>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getAuthResult>> {
  const { row, request } = await readExternal(context, approvalId);
  const [trail, names, roles] = await Promise.all([
    readTrail(context, row.id),
    namesOf(
      context,
      row.steps.flatMap(({ approvers }) => approvers.map(({ accountId }) => accountId)),
    ),
    rolesIn(context, row),
  ]);
  return {
    approvalId,
    businessId: request.businessId,
    state: row.state,
    digest: row.digest,
    createTime: row.createdAt,
    endTime: request.endsAt,
    steps: row.steps.map(({ name, mode, state, approvers }) => ({
      name,
      mode,
      state,
      approvers: approvers.map((one) => ({
        name: names.get(one.accountId) ?? '',
        roles: roles.get(one.accountId) ?? [],
        decision: one.decision ?? null,
        time: one.at ?? null,
        words: one.words ?? '',
      })),
    })),
    trail,
  };
}
