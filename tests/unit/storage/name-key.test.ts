import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { NAME_FOLDS, nameKey } from '#core/identity/compare-names.ts';
import { readMigrations } from '#scripts/product/migrate.ts';

it('the database keeps the form of an enterprise’s name that the code compares by', () => {
  const db = new DatabaseSync(':memory:');
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement);
  const insert = db.prepare('insert into enterprise (id, name, created_at) values (?, ?, 0)');
  const keyOf = db.prepare('select name_key as key from enterprise where id = ?');
  const names = [
    '上海Ａｃｍｅ（中国）有限公司',
    ' O’Neill ［Asia］ Co., Ltd. ',
    '',
    ...NAME_FOLDS.map(([from]) => `甲${from}乙`),
  ];
  names.forEach((name, i) => {
    insert.run(`e${i}`, name);
    expect(keyOf.get(`e${i}`)?.key, JSON.stringify(name)).toBe(nameKey(name));
  });
  db.prepare("update enterprise set name = '新 名（一）' where id = 'e0'").run();
  expect(keyOf.get('e0')?.key).toBe('新名(一)');
});

it('what was stored by an earlier form is stored by the present one, and who waits is found', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readMigrations();
  const folds = migrations.findIndex(({ name }) => name.endsWith('name-folds'));
  const run = (from: number, to?: number) => {
    for (const { statements } of migrations.slice(from, to))
      for (const statement of statements) db.exec(statement);
  };
  run(0, folds);
  const insert = db.prepare('insert into enterprise (id, name, auth_status, created_at) values (?, ?, ?, 0)');
  insert.run('e1', 'Acme (China)', 'AUTHED');
  insert.run('e2', 'Élan', 'AUTHED');
  db.exec('pragma foreign_keys = off');
  const columns = db
    .prepare('select name, type from pragma_table_info(\'signer\') where "notnull" and dflt_value is null')
    .all();
  const given: Record<string, string | number> = {
    id: 's1',
    ent_name: 'Acme ⦅China⦆',
    ent_key: 'acme⦅china⦆',
    owner_key: '',
  };
  for (const { name, type } of columns) given[String(name)] ??= type === 'integer' ? 0 : '';
  const names = Object.keys(given);
  db.prepare(`insert into signer (${names.join(',')}) values (${names.map(() => '?').join(',')})`).run(
    ...Object.values(given),
  );
  run(folds);
  expect(db.prepare("select name_key as key from enterprise where id = 'e2'").get()?.key).toBe(
    nameKey('élan'),
  );
  expect(db.prepare("select ent_key as key from signer where id = 's1'").get()?.key).toBe(
    nameKey('Acme (China)'),
  );
  const claims = db.prepare("select payload from outbox where topic = 'claim'").all();
  expect(claims.map(({ payload }) => JSON.parse(String(payload)))).toEqual([{ entId: 'e1' }]);
});
