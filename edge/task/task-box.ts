import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Box } from '#core/task/plan-wire.ts';
import { DAY_MS } from '#core/time.ts';
import { type ParticipantPart, participant, runningTask, signer, task } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import { typesOfKey } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Counting stops here: nobody pages that far, and the cost of a list must not grow with the number of tasks. */
export const COUNT_CAP = 1_000;
const EXPIRING_MS = 7 * DAY_MS;

/** Boxes of running tasks, which are shown regardless of age. */
const RUNNING_BOXES: readonly Box[] = ['pending', 'waitingForOthers', 'expiring'];

/** Earliest time (epoch ms) of tasks that a box shows by default ([9.34]); undefined for no limit. */
export async function recentSince(box: Box, context: SignedInContext): Promise<number | undefined> {
  if (RUNNING_BOXES.includes(box)) return undefined;
  const since = new Date(context.now);
  since.setUTCFullYear(since.getUTCFullYear() - (await limitsInForce(context)).dataFilterYears);
  return since.getTime();
}

/** Participant roles of a box. */
const BOXES: Record<Box, ParticipantPart[]> = {
  startWithMe: ['INITIATOR'],
  pending: ['SIGNER'],
  waitingForOthers: ['INITIATOR', 'SIGNER'],
  finished: ['INITIATOR', 'SIGNER'],
  sendWithMe: ['COPY'],
  toVoid: ['INITIATOR', 'SIGNER'],
  expiring: ['INITIATOR', 'SIGNER'],
  all: ['INITIATOR', 'SIGNER', 'COPY'],
};

/** Whether it is the turn of a signer of the actor, for a row of `task`. */
export const myTurnOf = ({ actor }: SignedInContext) =>
  sql<number>`exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and ${signer.ownerKey} = ${actor.ownerKey} and ${signer.accountId} = ${actor.accountId} and ${signer.state} = 'SIGNING')`;

/** The enterprise that has to be verified before the person can sign for it, for a row of `task`; empty if none. */
export const waitsForOf = ({ actor }: SignedInContext) =>
  actor.entId === ''
    ? sql<string>`coalesce((select ${signer.entName} from ${signer} where ${signer.taskId} = ${task.id} and ${signer.ownerKey} = '' and ${signer.accountId} = ${actor.accountId} limit 1), '')`
    : sql<string>`''`;

/**
 * Condition of the tasks that the identity may see in a box, whatever has become of them. Where rows are found one by one,
 * a + keeps the owner from being looked up by an index: the database would walk all of the owner's rows instead.
 */
export function boxOwner(box: Box, { actor }: SignedInContext, foundByRow: boolean): SQL | undefined {
  const parts = BOXES[box];
  return and(
    foundByRow ? sql`+${participant.ownerKey} = ${actor.ownerKey}` : eq(participant.ownerKey, actor.ownerKey),
    parts.length === 1 ? eq(participant.part, parts[0]!) : inArray(participant.part, parts),
    seesAll(actor) ? undefined : inArray(participant.accountId, ['', actor.accountId]),
    typesOfKey(actor, task.businessType),
  );
}

/** Condition of a box over `participant` joined with `task`, restricted to the owner. */
export function boxWhere(
  box: Box,
  context: SignedInContext,
  foundByRow = isFoundByRow(box),
): SQL | undefined {
  return and(boxOwner(box, context, foundByRow), stateCondition(box, context));
}

function stateCondition(box: Box, context: SignedInContext): SQL | undefined {
  const running = eq(participant.state, 'IN_PROGRESS');
  switch (box) {
    case 'finished':
      return eq(participant.state, 'COMPLETED');
    case 'toVoid':
      // a literal, not a parameter: otherwise SQLite does not use the partial index
      return sql`${participant.isVoid} = 1`;
    case 'pending':
      return and(running, sql`${myTurnOf(context)}`);
    case 'waitingForOthers':
      return and(running, sql`not ${myTurnOf(context)}`);
    case 'expiring':
      return expiringCondition(context);
    default:
      return undefined;
  }
}

/**
 * Tasks in progress that expire soon, found by the owner's deadlines: few, however many the owner has. The + keeps the
 * database from the deadlines of all owners instead.
 */
function expiringCondition({ db, actor, now }: SignedInContext): SQL | undefined {
  const soon = (deadline: SQL) => and(gte(deadline, now), lt(deadline, now + EXPIRING_MS));
  const found = db
    .select({ id: runningTask.taskId })
    .from(runningTask)
    .where(and(eq(runningTask.ownerKey, actor.ownerKey), soon(sql`${runningTask.deadline}`)));
  return and(
    sql`+${task.state} = 'IN_PROGRESS'`,
    soon(sql`+${task.deadline}`),
    inArray(participant.taskId, found),
  );
}

/** Whether the rows of a box are found one by one, whatever else is asked of them. */
export const isFoundByRow = (box: Box): boolean => box === 'expiring';

/**
 * Time by which the rows of a box are ordered. Where they are found one by one, it is not looked up by an index, as in
 * `boxOwner`.
 */
export const timeOf = (foundByRow: boolean): SQL<number> =>
  foundByRow ? sql<number>`+${participant.sentAt}` : sql<number>`${participant.sentAt}`;

/**
 * Number of tasks that match `where`, at most COUNT_CAP. They are counted in the order of their list, so that the database
 * finds them by the index of the list: it keeps no statistics, and would look through all rows of a part for the few of a
 * state.
 */
export const countWhere = ({ db }: SignedInContext, where: SQL | undefined, sentAt: SQL<number>) =>
  db.select({ n: count() }).from(
    db
      .selectDistinct({ id: participant.taskId, sentAt: sentAt.as('time') })
      .from(participant)
      .innerJoin(task, eq(task.id, participant.taskId))
      .where(where)
      .orderBy(desc(sentAt), desc(participant.taskId))
      .limit(COUNT_CAP)
      .as('matches'),
  );
