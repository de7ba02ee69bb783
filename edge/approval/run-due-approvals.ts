import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { expire } from '#core/approval/approval.ts';
import { whatIsDue } from '#core/approval/due.ts';
import {
  account,
  approval,
  approvalPart,
  approvalSubstitute,
  externalRequest,
  member,
} from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { change, ITSELF, type Kinds } from './act.ts';
import { approvalOf } from './change-statements.ts';
import { unsafeReadRunning } from './read-approval.ts';
import { readStaff } from './staff.ts';

/** Maximum number of approvals handled in one run; the next run continues. */
const AT_ONCE = 200;

/**
 * Runs every minute: replaces approvers who can no longer decide (left, account closed), hands approvals of absent
 * approvers to their substitutes, reassigns steps without approvers, and reminds, escalates or ends overdue steps.
 * Returns the number of changed approvals.
 */
export const runDueApprovals =
  (kinds: Kinds) =>
  async (context: Context): Promise<number> => {
    let done = 0;
    for (const { id } of await dueIds(context)) if (await look(kinds, context, id)) done++;
    return done;
  };

function dueIds({ db, now }: Context) {
  return db
    .selectDistinct({ id: approval.id })
    .from(approval)
    .leftJoin(approvalPart, and(eq(approvalPart.approvalId, approval.id), eq(approvalPart.part, 'TO_DECIDE')))
    .leftJoin(
      member,
      and(
        eq(member.enterpriseId, approval.enterpriseId),
        eq(member.accountId, approvalPart.accountId),
        isNull(member.leftAt),
      ),
    )
    .leftJoin(account, eq(account.id, approvalPart.accountId))
    .leftJoin(
      approvalSubstitute,
      and(
        eq(approvalSubstitute.enterpriseId, approval.enterpriseId),
        eq(approvalSubstitute.accountId, approvalPart.accountId),
        sql`${now} >= ${approvalSubstitute.fromAt} and ${now} < ${approvalSubstitute.toAt}`,
      ),
    )
    .where(
      and(
        eq(approval.state, 'REVIEWING'),
        or(
          lte(approval.dueAt, now),
          eq(approval.stuck, true),
          and(isNotNull(approvalPart.accountId), or(isNull(member.id), ne(account.status, 'ENABLE'))),
          isNotNull(approvalSubstitute.accountId),
        ),
      ),
    )
    .limit(AT_ONCE);
}

/** Applies due changes to one approval; false if there are none. */
const look = (kinds: Kinds, context: Context, approvalId: string): Promise<boolean> =>
  withRetry(async () => {
    const [row] = await context.db.select().from(approval).where(eq(approval.id, approvalId));
    if (row?.state !== 'REVIEWING') return false;
    const staff = await readStaff(context, row.enterpriseId);
    const before = approvalOf(row);
    const outcome = whatIsDue(before, staff, context.now);
    if (outcome.news.length === 0 && outcome.approval === before) return false;
    await change(kinds, context, row, () => outcome, ITSELF);
    return true;
  });

/** Ends approvals of other systems' business whose time is over. Returns their number. */
export const runDueExternal =
  (kinds: Kinds) =>
  async (context: Context): Promise<number> => {
    const { db, now } = context;
    const due = await db
      .select({ id: externalRequest.id })
      .from(externalRequest)
      .where(and(eq(externalRequest.running, true), lte(externalRequest.endsAt, now)))
      .limit(AT_ONCE);
    for (const { id } of due)
      await withRetry(async () => {
        const row = await unsafeReadRunning(context, id);
        if (row) await change(kinds, context, row, expire, ITSELF);
      });
    return due.length;
  };
