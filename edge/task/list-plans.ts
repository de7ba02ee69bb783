import { and, asc, count, desc, eq, gte, inArray, like, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { Box, listPlans as call } from '#core/task/calls.ts';
import { participant, signer, task, taskCount } from '#db/schema/index.ts';
import type { SignedInContext } from '../context.ts';
import { planRow } from './plan-row.ts';
import type { TaskRow } from './read-task.ts';

type Input = ParsedInputOf<typeof call>;

/** Which part and which states a box shows; `counted` is how `task_count` names the same states. */
const BOX: Record<
  Exclude<Box, 'pending' | 'done' | 'expiring'>,
  { parts: string[]; counted: string[] | null }
> = {
  startWithMe: { parts: ['INITIATOR'], counted: null },
  finished: { parts: ['INITIATOR', 'SIGNER'], counted: ['COMPLETED'] },
  sendWithMe: { parts: ['COPY'], counted: null },
  toVoid: { parts: ['INITIATOR', 'SIGNER'], counted: ['REVOKED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] },
  all: { parts: ['INITIATOR', 'SIGNER', 'COPY'], counted: null },
};

const EXPIRING_MS = 7 * 86_400_000;
/** With a filter, counting stops here: nobody pages that far, and a list must not cost more the more there is. */
const COUNT_CAP = 1_000;

const stateOf = sql<string>`coalesce(${task.endReason}, ${task.state})`;

/** A list of tasks of the identity, the newest first; a list without filters reads its total from counters. */
export async function listPlans(input: Input, context: SignedInContext): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const seesAll =
    actor.entId !== '' && (actor.roles.includes('ENT_ADMIN') || actor.roles.includes('BUSINESS_ADMIN'));
  const mine = seesAll ? undefined : inArray(participant.accountId, ['', actor.accountId]);
  const where = and(
    eq(participant.ownerKey, actor.ownerKey),
    mine,
    boxCondition(input.box, context),
    ...filters(input, now),
  );
  const parts = partsOf(input.box);
  const order = orderOf(input);
  const inParts = parts.length === 1 ? eq(participant.part, parts[0]!) : inArray(participant.part, parts);
  const listed = db
    .selectDistinct({ task, sortAt: participant.sentAt, myTurn: myTurnOf(context) })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .where(and(where, inParts))
    .orderBy(...order)
    .limit(input.size)
    .offset((input.current - 1) * input.size);
  const total =
    hasFilters(input) || parts.length > 1 || ['pending', 'done', 'expiring'].includes(input.box)
      ? db
          .select({ n: count() })
          .from(
            db
              .selectDistinct({ id: participant.taskId })
              .from(participant)
              .innerJoin(task, eq(task.id, participant.taskId))
              .where(and(where, inParts))
              .limit(COUNT_CAP)
              .as('matches'),
          )
      : db
          .select({ n: sql<number>`coalesce(sum(${taskCount.count}), 0)` })
          .from(taskCount)
          .where(
            and(
              eq(taskCount.ownerKey, actor.ownerKey),
              inArray(taskCount.part, parts),
              seesAll ? undefined : inArray(taskCount.accountId, ['', actor.accountId]),
            ),
          );
  const [rows, [counted]] = await db.batch([listed, total]);
  return {
    records: rows.map((row) => planRow(row.task as TaskRow, actor, now, row.myTurn === 1)),
    total: Number(counted?.n ?? 0),
    current: input.current,
    size: input.size,
  };
}

const partsOf = (box: Box): string[] =>
  box === 'pending'
    ? ['SIGNER']
    : box === 'done' || box === 'expiring'
      ? ['INITIATOR', 'SIGNER']
      : BOX[box].parts;

const myTurnOf = ({ actor }: SignedInContext) =>
  sql<number>`exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and ${signer.ownerKey} = ${actor.ownerKey} and ${signer.accountId} = ${actor.accountId} and ${signer.state} = 'SIGNING')`;

function boxCondition(box: Box, context: SignedInContext): SQL | undefined {
  switch (box) {
    case 'pending':
      return and(eq(task.state, 'IN_PROGRESS'), sql`${myTurnOf(context)}`);
    case 'done':
      return and(eq(task.state, 'IN_PROGRESS'), sql`not ${myTurnOf(context)}`);
    case 'expiring':
      return and(
        eq(task.state, 'IN_PROGRESS'),
        gte(task.deadline, context.now),
        lt(task.deadline, context.now + EXPIRING_MS),
      );
    default: {
      const { counted } = BOX[box];
      return counted ? inArray(stateOf, counted) : undefined;
    }
  }
}

const hasFilters = (input: Input): boolean =>
  [
    input.keyword,
    input.signatory,
    input.status,
    input.initiateFrom,
    input.initiateTo,
    input.deadlineFrom,
    input.deadlineTo,
  ].some((v) => v !== undefined && v !== '');

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
const contains = (column: SQL | typeof task.name | typeof task.number, text: string) =>
  sql`${column} like ${pattern(text)} escape '\\'`;

function filters(input: Input, _now: number): (SQL | undefined)[] {
  const keyword = input.keyword?.replace(/\s+/g, '');
  return [
    keyword ? or(contains(task.name, keyword), contains(task.number, keyword)) : undefined,
    input.signatory
      ? sql`exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and (${like(signer.userName, pattern(input.signatory))} or ${like(signer.entName, pattern(input.signatory))}))`
      : undefined,
    input.status ? statusCondition(input.status) : undefined,
    input.initiateFrom !== undefined ? gte(task.sentAt, input.initiateFrom) : undefined,
    input.initiateTo !== undefined ? lte(task.sentAt, input.initiateTo) : undefined,
    input.deadlineFrom !== undefined ? gte(task.deadline, input.deadlineFrom) : undefined,
    input.deadlineTo !== undefined ? lte(task.deadline, input.deadlineTo) : undefined,
  ];
}

function statusCondition(label: NonNullable<Input['status']>): SQL {
  switch (label) {
    case 'WAITING_FOR_ME':
    case 'WAITING_FOR_OTHERS':
      return eq(task.state, 'IN_PROGRESS');
    case 'WITHDRAWN':
      return sql`${stateOf} in ('REVOKED', 'WITHDRAWN')`;
    default:
      return sql`${stateOf} = ${label}`;
  }
}

const SORTABLE = { start_time: participant.sentAt, end_time: task.deadline, task_name: task.name } as const;

function orderOf(input: Input): SQL[] {
  const pick = (names: string[], by: typeof asc | typeof desc) =>
    names.filter((n): n is keyof typeof SORTABLE => n in SORTABLE).map((n) => by(SORTABLE[n]));
  const wanted = [...pick(input.ascs, asc), ...pick(input.descs, desc)];
  return wanted.length ? wanted : [desc(participant.sentAt)];
}
