import { readFileSync } from 'node:fs';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import * as schema from '#db/schema/index.ts';

const page = readFileSync('docs/data.md', 'utf8');
const section = (title: string) => page.split(`## ${title}\n`)[1]!.split('\n## ')[0]!;
const LEVELS = ['secret', 'personal', 'business', 'internal'] as const;
const tables = (Object.values(schema) as unknown[]).filter((table): table is SQLiteTable =>
  is(table, SQLiteTable),
);

it('each table has one level of protection; what is sealed or proves something, a high one', () => {
  const levels = new Map<string, string>();
  for (const level of LEVELS) {
    const row = new RegExp(`^\\| ${level} \\| (.+) \\|$`, 'm').exec(section('Tables'))![1]!;
    for (const [, name = ''] of row.matchAll(/`(\w+)`/g)) {
      expect(levels.has(name), name).toBe(false);
      levels.set(name, level);
    }
    expect(section('Levels')).toMatch(new RegExp(`^\\| ${level} \\|`, 'm'));
  }
  expect([...levels.keys()].sort(), 'each table has its level in docs/data.md').toEqual(
    tables.map((table) => getTableName(table)).sort(),
  );
  for (const table of tables) {
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table)).map((column) => column.name);
    if (columns.some((column) => /_sealed$|^sealed$|^wrapped|real_?name$/.test(column)))
      expect(['secret', 'personal'], name).toContain(levels.get(name));
    if (columns.some((column) => /password_hash|token_hash|refresh_hash|code_hash|^wrapped$/.test(column)))
      expect(levels.get(name), name).toBe('secret');
  }
});

it('every secret has its line among the keys', () => {
  const keys = section('Keys and algorithms');
  for (const name of [...SECRET_NAMES, 'DATA_KEY', 'OTHER_KEY_ENCRYPTION_KEYS'])
    expect(keys).toContain(`\`${name}\``);
});

it('every table that the page on logs names is there', () => {
  const names = new Set(tables.map((table) => getTableName(table)));
  const named = [...section('Logs').matchAll(/`(\w+_record|audit_entry|trail|session|delivery)`/g)].map(
    ([, name]) => name!,
  );
  for (const name of named) expect(names.has(name), name).toBe(true);
  const records = [...names].filter((name) => name.endsWith('_record'));
  for (const name of records) expect(named, name).toContain(name);
});
