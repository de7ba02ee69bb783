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
