import { and, count, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { countTasks as call } from '#core/task/list-calls.ts';
import type { Box } from '#core/task/plan-wire.ts';
import { draft, participant, taskMonth } from '#db/schema/index.ts';
import { availableCredits } from '#edge/credit/ledger.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { hasContent } from './drafts.ts';
import { countSent } from './list-tasks.ts';
import { boxWhere, countWhere, isFoundByRow, recentSince, timeOf } from './task-box.ts';

const MONTHS = 6;

/** [7.12a] Task counts of the identity; each uses the same condition as its list. */
export async function countTasks(_input: unknown, context: SignedInContext): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const recent = await recentSince('all', context);
  const isRecent = recent === undefined ? undefined : gte(participant.sentAt, recent);
  const countBox = (box: Box, more?: SQL) =>
    countWhere(context, and(boxWhere(box, context), more), timeOf(isFoundByRow(box)));
  const [todo, waitingForOthers, finished, expiring, copies, sent, drafts, company, byMonth] = await db.batch(
    [
      countBox('pending'),
      countBox('waitingForOthers'),
      countBox('finished', isRecent),
      countBox('expiring'),
      countBox('sendWithMe', isRecent),
      countSent(context, recent),
      db
        .select({ n: count() })
        .from(draft)
        .where(and(eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt), hasContent)),
      availableCredits(context, actor.entId),
      db
        .select({
          month: taskMonth.month,
          sent: sql<number>`sum(${taskMonth.sent})`,
          finished: sql<number>`sum(${taskMonth.finished})`,
        })
        .from(taskMonth)
        .where(
          and(
            eq(taskMonth.ownerKey, actor.ownerKey),
            gte(taskMonth.month, monthName(now, MONTHS - 1)),
            seesAll(actor) ? undefined : eq(taskMonth.initiatorId, actor.accountId),
          ),
        )
        .groupBy(taskMonth.month),
    ],
  );
  return {
    todo: Number(todo[0]?.n ?? 0),
    sent: Number(sent[0]?.n ?? 0),
    draft: drafts[0]?.n ?? 0,
    pendingOthers: Number(waitingForOthers[0]?.n ?? 0),
    finished: Number(finished[0]?.n ?? 0),
    expiring: Number(expiring[0]?.n ?? 0),
    copies: Number(copies[0]?.n ?? 0),
    balance: actor.entId === '' ? null : Number(company[0]?.credits ?? 0),
    months: Array.from({ length: MONTHS }, (_, i) => {
      const name = monthName(now, MONTHS - 1 - i);
      const counted = byMonth.find(({ month }) => month === name);
      return {
        month: name,
        sent: Number(counted?.sent ?? 0),
        finished: Number(counted?.finished ?? 0),
      };
    }),
  };
}

/** The month `monthsBack` before that of `now` (UTC), as 2026-11. */
function monthName(now: number, monthsBack: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1))
    .toISOString()
    .slice(0, 7);
}
