import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '#scripts/product/migrate.ts';

const TASKS = 50;

it('older tasks and signers are in the search index by their names, and leave with their rows', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readMigrations();
  const at = migrations.findIndex(({ name }) => name.endsWith('november-2026'));
  expect(at).toBeGreaterThan(0);
  const apply = (some: typeof migrations) => {
    for (const { statements } of some) for (const statement of statements) db.exec(statement);
  };
  apply(migrations.slice(0, at));
  const numbers = Array.from({ length: TASKS }, (_, i) => i);
  const two = (i: number) => String(i).padStart(2, '0');
  for (const i of numbers) {
    db.prepare(
      `insert into task (id, number, draft_id, name, business_type, business_type_name, file_type, owner_key, initiator_id, initiator_name,
         initiator_ent_name, ordered, state, start_at, deadline, sent_at, file_num, signer_num)
       values (?, ?, ?, ?, '', '', 'PDF', '', '', '', '', 0, 'ENDED', 0, 0, 0, 1, 1)`,
    ).run(`t${i}`, `QS${two(i)}x`, `t${i}`, `租 赁${two(i)}y`);
    db.prepare(
      `insert into signer (id, task_id, position, type, owner_key, user_name, ent_name, mobile_index, mobile_sealed, sign_order, state)
       values (?, ?, 0, 'PERSON', '', ?, ?, '', '', 1, 'SIGNED')`,
    ).run(`s${i}`, `t${i}`, `王小${two(i)}`, `公司${two(i)}z`);
  }
  // Rows that were taken away leave gaps.
  db.exec("delete from task where id = 't7'; delete from signer where id = 's9'");
  apply(migrations.slice(at));
  const find = (index: 'task' | 'signer', part: string) =>
    db
      .prepare(
        `select r.task_id as id from ${index}_text cross join ${index}_text_row r on r.id = ${index}_text.rowid where ${index}_text match ? order by r.id`,
      )
      .all(`"${part}"`)
      .map(({ id }) => id);
  const present = (index: 'task' | 'signer') =>
    numbers.filter((i) => i !== (index === 'task' ? 7 : 9)).map((i) => `t${i}`);
  for (const i of numbers) {
    const [task, signer] = [i === 7 ? [] : [`t${i}`], i === 9 ? [] : [`t${i}`]];
    expect([find('task', `qs${two(i)}X`), find('task', `租赁${two(i)}y`)]).toEqual([task, task]);
    expect([find('signer', `王小${two(i)}`), find('signer', `司${two(i)}Z`)]).toEqual([signer, signer]);
  }
  db.exec(
    "update task set name = '新的名称' where id = 't1'; update signer set user_name = '李四五' where id = 's1'",
  );
  expect([find('task', '租赁01y'), find('task', '新的名'), find('task', 'QS01x')]).toEqual([
    [],
    ['t1'],
    ['t1'],
  ]);
  expect([find('signer', '王小01'), find('signer', '李四五'), find('signer', '公司01')]).toEqual([
    [],
    ['t1'],
    ['t1'],
  ]);
  expect(find('task', '租赁')).toEqual([]);
  expect(find('signer', '公司0')).toEqual(present('signer').slice(0, 9));
  db.exec('delete from signer; delete from task');
  for (const index of ['task', 'signer'] as const) {
    expect(db.prepare(`select count(*) as n from ${index}_text_row`).get()).toEqual({ n: 0 });
    expect(db.prepare(`select count(*) as n from ${index}_text_docsize`).get()).toEqual({ n: 0 });
  }
  db.close();
});
