import { and, count, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { countPlans as call } from '#core/task/calls.ts';
import { draft, signer, task, taskCount } from '#db/schema/index.ts';
import type { SignedInContext } from '../context.ts';

const MONTHS = 6;
const EXPIRING_MS = 7 * 86_400_000;

/** [7.12a] Counts of the identity: what waits, what it sent, what is finished or about to expire. */
export async function countPlans(_input: unknown, context: SignedInContext): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const seesAll =
    actor.entId !== '' && (actor.roles.includes('ENT_ADMIN') || actor.roles.includes('BUSINESS_ADMIN'));
  const mine = seesAll ? undefined : inArray(taskCount.accountId, ['', actor.accountId]);
  const turn = and(
    eq(signer.ownerKey, actor.ownerKey),
    eq(signer.accountId, actor.accountId),
    eq(signer.state, 'SIGNING'),
  );
  const running = eq(task.state, 'IN_PROGRESS');
  const from = firstOfMonth(now, MONTHS - 1);
  const own = and(
    eq(task.ownerKey, actor.ownerKey),
    seesAll ? undefined : eq(task.initiatorId, actor.accountId),
  );
  const month = (column: typeof task.sentAt | typeof task.endedAt) =>
    sql<string>`strftime('%Y-%m', ${column} / 1000, 'unixepoch')`;
  const [counts, [todo], [drafts], [expiring], sent, finished] = await db.batch([
    db
      .select({ part: taskCount.part, state: taskCount.state, n: sql<number>`sum(${taskCount.count})` })
      .from(taskCount)
      .where(and(eq(taskCount.ownerKey, actor.ownerKey), mine))
      .groupBy(taskCount.part, taskCount.state),
    db
      .select({ n: count() })
      .from(signer)
      .innerJoin(task, eq(task.id, signer.taskId))
      .where(and(turn, running)),
    db
      .select({ n: count() })
      .from(draft)
      .where(and(eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt))),
    db
      .select({ n: count() })
      .from(task)
      .where(and(own, running, gte(task.deadline, now), lt(task.deadline, now + EXPIRING_MS))),
    db
      .select({ month: month(task.sentAt), n: count() })
      .from(task)
      .where(and(own, gte(task.sentAt, from)))
      .groupBy(month(task.sentAt)),
    db
      .select({ month: month(task.endedAt), n: count() })
      .from(task)
      .where(and(own, eq(task.endReason, 'COMPLETED'), gte(task.sentAt, from)))
      .groupBy(month(task.endedAt)),
  ]);
  const sum = (part: string, states?: string[]) =>
    counts
      .filter((c) => c.part === part && (!states || states.includes(c.state)))
      .reduce((n, c) => n + Number(c.n), 0);
  return {
    todo: todo?.n ?? 0,
    sent: sum('INITIATOR'),
    draft: drafts?.n ?? 0,
    pendingOthers: sum('INITIATOR', ['IN_PROGRESS']),
    finished: Math.max(sum('INITIATOR', ['COMPLETED']), sum('SIGNER', ['COMPLETED'])),
    expiring: expiring?.n ?? 0,
    copies: sum('COPY'),
    months: Array.from({ length: MONTHS }, (_, i) => {
      const name = new Date(firstOfMonth(now, MONTHS - 1 - i)).toISOString().slice(0, 7);
      return {
        month: name,
        sent: sent.find((m) => m.month === name)?.n ?? 0,
        finished: finished.find((m) => m.month === name)?.n ?? 0,
      };
    }),
  };
}

function firstOfMonth(now: number, monthsBack: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1);
}
