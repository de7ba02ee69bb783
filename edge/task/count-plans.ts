import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { countPlans as call } from '#core/task/calls.ts';
import { draft, participant, task } from '#db/schema/index.ts';
import { availableCopies } from '#edge/copies/ledger.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { hasContent } from './drafts.ts';
import { countSent } from './list-plans.ts';
import { boxWhere, countWhere, recentSince } from './plan-box.ts';

const MONTHS = 6;
/** Upper bound for the duration of a task, given by its deadline. */
const LONGEST_MS = 366 * 86_400_000;

/** [7.12a] Task counts of the identity; each uses the same condition as its list. */
export async function countPlans(_input: unknown, context: SignedInContext): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const from = firstOfMonth(now, MONTHS - 1);
  const recent = await recentSince('all', context);
  const isRecent = recent === undefined ? undefined : gte(participant.sentAt, recent);
  const own = and(
    eq(task.ownerKey, actor.ownerKey),
    seesAll(context.actor) ? undefined : eq(task.initiatorId, actor.accountId),
  );
  const month = (column: typeof task.sentAt | typeof task.endedAt) =>
    sql<string>`strftime('%Y-%m', ${column} / 1000, 'unixepoch')`;
  const [
    todo,
    waitingForOthers,
    finished,
    expiring,
    copies,
    sent,
    drafts,
    company,
    sentByMonth,
    finishedByMonth,
  ] = await db.batch([
    countWhere(context, boxWhere('pending', context)),
    countWhere(context, boxWhere('waitingForOthers', context)),
    countWhere(context, and(boxWhere('finished', context), isRecent)),
    countWhere(context, boxWhere('expiring', context)),
    countWhere(context, and(boxWhere('sendWithMe', context), isRecent)),
    countSent(context, recent),
    db
      .select({ n: count() })
      .from(draft)
      .where(and(eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt), hasContent)),
    availableCopies(context, actor.entId),
    db
      .select({ month: month(task.sentAt), n: count() })
      .from(task)
      .where(and(own, gte(task.sentAt, from)))
      .groupBy(month(task.sentAt)),
    db
      .select({ month: month(task.endedAt), n: count() })
      .from(task)
      .where(
        and(
          own,
          eq(task.endReason, 'COMPLETED'),
          gte(task.sentAt, from - LONGEST_MS),
          gte(task.endedAt, from),
        ),
      )
      .groupBy(month(task.endedAt)),
  ]);
  return {
    todo: Number(todo[0]?.n ?? 0),
    sent: Number(sent[0]?.n ?? 0),
    draft: drafts[0]?.n ?? 0,
    pendingOthers: Number(waitingForOthers[0]?.n ?? 0),
    finished: Number(finished[0]?.n ?? 0),
    expiring: Number(expiring[0]?.n ?? 0),
    copies: Number(copies[0]?.n ?? 0),
    balance: actor.entId === '' ? null : Number(company[0]?.copies ?? 0),
    months: Array.from({ length: MONTHS }, (_, i) => {
      const name = new Date(firstOfMonth(now, MONTHS - 1 - i)).toISOString().slice(0, 7);
      return {
        month: name,
        sent: sentByMonth.find((m) => m.month === name)?.n ?? 0,
        finished: finishedByMonth.find((m) => m.month === name)?.n ?? 0,
      };
    }),
  };
}

function firstOfMonth(now: number, monthsBack: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1);
}
