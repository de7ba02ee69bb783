import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '#scripts/product/migrate.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

const OWNERS = ['E:a', 'E:b', 'P:c'];
const PEOPLE = ['anna', 'ben'];
const PARTS = ['INITIATOR', 'SIGNER', 'COPY'];
const STATES = ['NOT_STARTED', 'IN_PROGRESS', 'IN_PROGRESS', 'FROZEN', 'REVOKED', 'ENDED', 'ENDED', 'ENDED'];
const ENDS = ['COMPLETED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVIEW_FAILED'];
const DAY = 86_400_000;
const FROM = Date.UTC(2025, 10, 20);

/** Each owner's tasks by month, and those in progress, read from the tasks themselves and as they are kept. */
const COUNTED = `
  select owner_key, initiator_id, month, sum(sent) as sent, sum(finished) as finished from (
    select owner_key, initiator_id, strftime('%Y-%m', sent_at / 1000, 'unixepoch') as month, 1 as sent, 0 as finished from task
    union all
    select owner_key, initiator_id, strftime('%Y-%m', ended_at / 1000, 'unixepoch'), 0, 1 from task
    where end_reason = 'COMPLETED' and ended_at is not null)
  group by 1, 2, 3 order by 1, 2, 3`;
const KEPT = `
  select owner_key, initiator_id, month, sent, finished from task_month
  where sent <> 0 or finished <> 0 order by 1, 2, 3`;
const RUNNING = `
  select distinct participant.owner_key, task.id as task_id, task.deadline from task join participant on participant.task_id = task.id
  where task.state = 'IN_PROGRESS' order by 1, 2`;
const KEPT_RUNNING = 'select owner_key, task_id, deadline from running_task order by 1, 2';
const PLACES = 'participant.owner_key, part, task_id, participant.account_id';
const STATED = `
  select ${PLACES}, coalesce(end_reason, task.state, '') as state, coalesce(task.scenario, '') as scenario,
    coalesce(coalesce(end_reason, task.state) in ('REVOKED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVIEW_FAILED') or void_state = 'VOIDED', 0) as is_void
  from participant left join task on task.id = task_id order by 1, 2, 3, 4`;
const KEPT_STATED = `select ${PLACES}, state, scenario, is_void from participant order by 1, 2, 3, 4`;

it('tasks by month, in progress and in lists are counted and kept right, older ones included', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readMigrations();
  const at = migrations.findIndex(({ name }) => name.endsWith('november-2026'));
  const apply = (some: typeof migrations) => {
    for (const { statements } of some) for (const statement of statements) db.exec(statement);
  };
  const random = randomFrom(20261128);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const moment = (): number => FROM + Math.floor(random() * 200) * DAY;
  const agree = () => {
    expect(db.prepare(KEPT).all()).toEqual(db.prepare(COUNTED).all());
    expect(db.prepare(KEPT_RUNNING).all()).toEqual(db.prepare(RUNNING).all());
    expect(db.prepare(KEPT_STATED).all()).toEqual(db.prepare(STATED).all());
  };
  const ids: string[] = [];
  const outcome = () => {
    const state = one(STATES);
    const endReason = state === 'ENDED' ? one(ENDS) : null;
    return { state, endReason, endedAt: endReason === null || random() < 0.1 ? null : moment() };
  };
  const join = (id: string) =>
    db
      .prepare(
        'insert into participant (owner_key, part, task_id, account_id, sent_at) values (?, ?, ?, ?, 0) on conflict do nothing',
      )
      .run(one(OWNERS), one(PARTS), id, one(PEOPLE));
  const add = () => {
    const id = `t${ids.length}`;
    const { state, endReason, endedAt } = outcome();
    db.prepare(
      `insert into task (id, number, draft_id, name, business_type, business_type_name, file_type, owner_key, initiator_id, initiator_name,
         initiator_ent_name, ordered, state, end_reason, start_at, deadline, sent_at, ended_at, file_num, signer_num)
       values (?, ?, ?, '', '', '', 'PDF', ?, ?, '', '', 0, ?, ?, 0, ?, ?, ?, 1, 1)`,
    ).run(id, id, id, one(OWNERS), one(PEOPLE), state, endReason, moment(), moment(), endedAt);
    ids.push(id);
    for (let i = 0; i < 3; i++) join(id);
  };
  const acts = [
    add,
    () => join(one(ids)),
    () => {
      const { state, endReason, endedAt } = outcome();
      db.prepare('update task set state = ?, end_reason = ?, ended_at = ? where id = ?').run(
        state,
        endReason,
        endedAt,
        one(ids),
      );
    },
    () =>
      db
        .prepare('update task set scenario = ?, void_state = ? where id = ?')
        .run(one(['ENT', 'HR']), one(['', 'VOIDED']), one(ids)),
    () => db.prepare('update task set deadline = ? where id = ?').run(moment(), one(ids)),
    () => db.prepare('update task set sent_at = ?, name = ? where id = ?').run(moment(), 'other', one(ids)),
    () =>
      db
        .prepare('delete from participant where task_id = ? and owner_key = ? and part = ?')
        .run(one(ids), one(OWNERS), one(PARTS)),
    () => {
      const id = one(ids);
      db.prepare('delete from participant where task_id = ?').run(id);
      db.prepare('delete from task where id = ?').run(id);
    },
  ];

  expect(at).toBeGreaterThan(0);
  apply(migrations.slice(0, at));
  for (let i = 0; i < 100; i++) add();
  apply(migrations.slice(at));
  agree();
  expect(db.prepare(KEPT_RUNNING).all().length).toBeGreaterThan(10);
  for (let i = 0; i < 600; i++) {
    one(acts)();
    if (i % 10 === 0) agree();
  }
  agree();
  db.close();
});
