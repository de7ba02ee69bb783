import { and, count, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Box } from '#core/task/plan-wire.ts';
import { type ParticipantPart, participant, signer, task } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import { typesOfKey } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Counting stops here: nobody pages that far, and the cost of a list must not grow with the number of tasks. */
export const COUNT_CAP = 1_000;
const EXPIRING_MS = 7 * 86_400_000;

/** Boxes of running tasks, which are shown regardless of age. */
const RUNNING_BOXES: readonly Box[] = ['pending', 'waitingForOthers', 'expiring'];

/** Earliest time (epoch ms) of tasks that a box shows by default ([9.34]); undefined for no limit. */
export async function recentSince(box: Box, context: SignedInContext): Promise<number | undefined> {
  if (RUNNING_BOXES.includes(box)) return undefined;
  const since = new Date(context.now);
  since.setUTCFullYear(since.getUTCFullYear() - (await limitsInForce(context)).dataFilterYears);
  return since.getTime();
}

/** Participant roles of a box, and the states or end reasons that it shows; null for any state. */
const BOXES: Record<Box, { parts: ParticipantPart[]; states: string[] | null }> = {
  startWithMe: { parts: ['INITIATOR'], states: null },
  pending: { parts: ['SIGNER'], states: null },
  waitingForOthers: { parts: ['INITIATOR', 'SIGNER'], states: null },
  finished: { parts: ['INITIATOR', 'SIGNER'], states: ['COMPLETED'] },
  sendWithMe: { parts: ['COPY'], states: null },
  toVoid: {
    parts: ['INITIATOR', 'SIGNER'],
    states: ['REVOKED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVIEW_FAILED'],
  },
  expiring: { parts: ['INITIATOR', 'SIGNER'], states: null },
  all: { parts: ['INITIATOR', 'SIGNER', 'COPY'], states: null },
};

/** Completed contracts that all parties voided. */
const isVoid = eq(task.voidState, 'VOIDED');

/** End reason of a task, or its state while it has none. */
export const stateOf = sql<string>`coalesce(${task.endReason}, ${task.state})`;

/** Whether it is the turn of a signer of the actor, for a row of `task`. */
export const myTurnOf = ({ actor }: SignedInContext) =>
  sql<number>`exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and ${signer.ownerKey} = ${actor.ownerKey} and ${signer.accountId} = ${actor.accountId} and ${signer.state} = 'SIGNING')`;

/** Condition of the tasks that the identity may see in a box, whatever has become of them. */
export function boxOwner(box: Box, { actor }: SignedInContext): SQL | undefined {
  const { parts } = BOXES[box];
  return and(
    eq(participant.ownerKey, actor.ownerKey),
    parts.length === 1 ? eq(participant.part, parts[0]!) : inArray(participant.part, parts),
    seesAll(actor) ? undefined : inArray(participant.accountId, ['', actor.accountId]),
    typesOfKey(actor, task.businessType),
  );
}

/** Condition of a box over `participant` joined with `task`, restricted to the owner. */
export function boxWhere(box: Box, context: SignedInContext): SQL | undefined {
  const { states } = BOXES[box];
  return and(
    boxOwner(box, context),
    states ? (box === 'toVoid' ? or(inArray(stateOf, states), isVoid) : inArray(stateOf, states)) : undefined,
    runningCondition(box, context),
  );
}

function runningCondition(box: Box, context: SignedInContext): SQL | undefined {
  const running = eq(task.state, 'IN_PROGRESS');
  switch (box) {
    case 'pending':
      return and(running, sql`${myTurnOf(context)}`);
    case 'waitingForOthers':
      return and(running, sql`not ${myTurnOf(context)}`);
    case 'expiring':
      return and(running, gte(task.deadline, context.now), lt(task.deadline, context.now + EXPIRING_MS));
    default:
      return undefined;
  }
}

/** Number of tasks that match `where`, at most COUNT_CAP. */
export const countWhere = ({ db }: SignedInContext, where: SQL | undefined) =>
  db
    .select({ n: count() })
    .from(
      db
        .selectDistinct({ id: participant.taskId })
        .from(participant)
        .innerJoin(task, eq(task.id, participant.taskId))
        .where(where)
        .limit(COUNT_CAP)
        .as('matches'),
    );
