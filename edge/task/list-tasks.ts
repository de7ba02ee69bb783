import { and, desc, eq, gte, inArray, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { listTasks as call } from '#core/task/list-calls.ts';
import { type Box, boxFromWire, signerFilterFromWire } from '#core/task/plan-wire.ts';
import { SUSPENSIONS } from '#core/task/states.ts';
import { batchRow, delivery, document, participant, signer, task, taskCount } from '#db/schema/index.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { contains } from '#edge/kernel/storage/contains.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { foundByText } from './find-by-text.ts';
import {
  boxOwner,
  boxWhere,
  COUNT_CAP,
  countWhere,
  isFoundByRow,
  myTurnOf,
  recentSince,
  timeOf,
  waitsForOf,
} from './task-box.ts';
import { taskItem } from './task-item.ts';

type Input = ParsedInputOf<typeof call>;

/** Tasks of the identity, newest first by default. The total of the unfiltered sent box comes from counters. */
export async function listTasks(input: Input, context: SignedInContext): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const box = boxFromWire(input.box);
  // An explicit range of initiation times overrides the default restriction to recent tasks.
  const timed = input.initiateFrom !== undefined || input.initiateTo !== undefined;
  const recent = input.dataRange === 'ALL' || timed ? undefined : await recentSince(box, context);
  const found = await foundByText(context, { task: input.keyword, signer: signerFilterFromWire(input) });
  // Where rows are found one by one, neither owner nor time is looked up by an index.
  const foundByRow = found !== undefined || !!input.batchId || !!input.delivery || isFoundByRow(box);
  const sentAt = timeOf(foundByRow);
  const where = and(
    boxWhere(box, context, foundByRow),
    found,
    ...filters(input, sentAt, context),
    recent === undefined ? undefined : gte(sentAt, recent),
  );
  const below = input.after === undefined ? undefined : await belowTask(input, box, sentAt, context);
  const listed = db
    .selectDistinct({
      task,
      sortAt: participant.sentAt,
      myTurn: myTurnOf(context),
      waitsFor: waitsForOf(context),
    })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .where(and(where, below))
    .orderBy(...orderOf(input, sentAt));
  // The counters are not per business type, to which an API key may be restricted.
  const total =
    box === 'startWithMe' && !hasFilters(input) && !actor.key?.businessTypes
      ? countSent(context, recent)
      : countWhere(context, where, sentAt);
  const paging = below ? { ...input, current: 1 } : input;
  const { rows, page } = await readPage(db, paging, listed, total);
  return {
    records: rows.map((row) => taskItem(row.task, actor, now, row.myTurn === 1, row.waitsFor)),
    ...page,
  };
}

/**
 * Condition of the rows below a task in the default order. Throws NOT_FOUND if it is not in the box, INPUT_INVALID
 * together with another order.
 */
async function belowTask(input: Input, box: Box, sentAt: SQL, context: SignedInContext): Promise<SQL> {
  const taskId = input.after!;
  const [found] = await context.db
    .select({ sentAt: participant.sentAt })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .where(and(boxOwner(box, context, true), eq(participant.taskId, taskId)))
    .limit(1);
  if (!found) throw new AppError('NOT_FOUND');
  if (input.ascs.length + input.descs.length > 0)
    throw new InputRefused([{ path: 'after', problem: 'notWithOrder' }]);
  return sql`(${sentAt}, ${participant.taskId}) < (${found.sentAt}, ${taskId})`;
}

/**
 * Number of tasks that the identity sent, optionally since `since` (epoch ms). Reads the counters, which works because
 * a task has one initiator; counts rows only if tasks were sent before `since`, because the counters include those.
 */
export function countSent(context: SignedInContext, since?: number) {
  const mine = (table: typeof participant | typeof taskCount) =>
    and(
      eq(table.ownerKey, context.actor.ownerKey),
      eq(table.part, 'INITIATOR'),
      seesAll(context.actor) ? undefined : inArray(table.accountId, ['', context.actor.accountId]),
    );
  const all = sql<number>`coalesce(sum(${taskCount.count}), 0)`;
  const recent =
    since === undefined
      ? all
      : sql<number>`case when exists (select 1 from ${participant} where ${and(mine(participant), lt(participant.sentAt, since))})
          then (select count(*) from (select 1 from ${participant} where ${and(mine(participant), gte(participant.sentAt, since))} limit ${COUNT_CAP}))
          else ${all} end`;
  return context.db.select({ n: recent }).from(taskCount).where(mine(taskCount));
}

const hasFilters = (input: Input): boolean =>
  [
    input.keyword,
    signerFilterFromWire(input),
    input.status,
    input.initiateFrom,
    input.initiateTo,
    input.contract,
    input.scenario,
    input.endedFrom,
    input.endedTo,
    input.deadlineFrom,
    input.deadlineTo,
    input.batchId,
    input.delivery,
  ].some((v) => v !== undefined && v !== '');

/** Number of a document: the task's number and the document's position, from 1. */
const contractNumber = sql`(${task.number} || '-' || (${document.position} + 1))`;

function filters(input: Input, sentAt: SQL, context: SignedInContext): (SQL | undefined)[] {
  const { keyword, contract } = input;
  const name = signerFilterFromWire(input);
  return [
    keyword ? or(contains(task.name, keyword), contains(task.number, keyword)) : undefined,
    contract
      ? sql`exists (select 1 from ${document} where ${document.taskId} = ${task.id} and (${contains(document.name, contract)} or ${contains(contractNumber, contract)}))`
      : undefined,
    input.scenario ? eq(participant.scenario, input.scenario) : undefined,
    input.endedFrom !== undefined ? gte(task.endedAt, input.endedFrom) : undefined,
    input.endedTo !== undefined ? lte(task.endedAt, input.endedTo) : undefined,
    name
      ? sql`exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and (${contains(signer.userName, name)} or ${contains(signer.entName, name)}))`
      : undefined,
    input.status ? statusCondition(input.status, context) : undefined,
    input.initiateFrom !== undefined ? gte(sentAt, input.initiateFrom) : undefined,
    input.initiateTo !== undefined ? lte(sentAt, input.initiateTo) : undefined,
    input.deadlineFrom !== undefined ? gte(task.deadline, input.deadlineFrom) : undefined,
    input.deadlineTo !== undefined ? lte(task.deadline, input.deadlineTo) : undefined,
    input.batchId
      ? inArray(
          participant.taskId,
          context.db
            .select({ id: sql`${batchRow.taskId}` })
            .from(batchRow)
            .where(eq(batchRow.batchId, input.batchId)),
        )
      : undefined,
    input.delivery ? undeliveredTasks(context) : undefined,
  ];
}

/** Condition of the sender's tasks with a failed message, by the partial index of those, whose terms are literals. */
const undeliveredTasks = ({ db, actor }: SignedInContext): SQL =>
  inArray(
    participant.taskId,
    db
      .select({ id: delivery.taskId })
      .from(delivery)
      .where(
        sql`${delivery.senderKey} = ${actor.ownerKey} and ${delivery.state} = 'FAILED' and ${delivery.overtaken} = 0 and ${delivery.taskId} <> ''`,
      ),
  );

/** Condition of the rows with this label; inverse of `taskLabel`. */
function statusCondition(label: NonNullable<Input['status']>, context: SignedInContext): SQL | undefined {
  switch (label) {
    case 'WAITING_FOR_ME':
      return and(eq(participant.state, 'IN_PROGRESS'), sql`${myTurnOf(context)}`);
    case 'WAITING_FOR_OTHERS':
      return and(eq(participant.state, 'IN_PROGRESS'), sql`not ${myTurnOf(context)}`);
    case 'FROZEN':
      return and(eq(participant.state, 'FROZEN'), notInArray(task.frozenReason, [...SUSPENSIONS]));
    case 'SUSPENDED':
      return and(eq(participant.state, 'FROZEN'), inArray(task.frozenReason, [...SUSPENSIONS]));
    case 'WITHDRAWN':
      // by the partial index of void tasks: two ranges of the index by state would have to be sorted
      return and(sql`${participant.isVoid} = 1`, sql`+${participant.state} in ('REVOKED', 'WITHDRAWN')`);
    default:
      return eq(participant.state, label);
  }
}

function orderOf(input: Input, sentAt: SQL): SQL[] {
  const wanted = orderBy(input, {
    start_time: sentAt,
    end_time: task.deadline,
    ended_time: task.endedAt,
    task_name: task.name,
  });
  return wanted.length ? wanted : [desc(sentAt), desc(participant.taskId)];
}
