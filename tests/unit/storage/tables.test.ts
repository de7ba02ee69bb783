import { DatabaseSync } from 'node:sqlite';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { readMigrations } from '#scripts/product/migrate.ts';

/** Names that SQLite and drizzle-kit give where the tables name none. */
const ownName = (name: string | undefined) => name !== undefined && !name.startsWith('sqlite_autoindex');

function made() {
  const db = new DatabaseSync(':memory:');
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement);
  return db;
}

const columnsOf = (db: DatabaseSync, table: string) =>
  db
    .prepare('select name, type, "notnull" as required from pragma_table_info(?)')
    .all(table)
    .map(({ name, type, required }) => `${name} ${String(type).toLowerCase()} ${required ? 'required' : ''}`)
    .sort();

const indexesOf = (db: DatabaseSync, table: string) =>
  db
    .prepare('select name, "unique" as single from pragma_index_list(?)')
    .all(table)
    .map(({ name, single }) => ({ name: String(name), single: Boolean(single) }))
    .filter(({ name }) => ownName(name))
    .map(({ name, single }) => {
      const columns = db.prepare('select name from pragma_index_info(?)').all(name);
      return `${name} ${single ? 'unique' : ''} (${columns.map((column) => column.name ?? 'expression').join()})`;
    })
    .sort();

it('the migrations make exactly the tables, columns and indexes that the code declares', () => {
  const db = made();
  const tables: SQLiteTable[] = Object.values(schema).filter((one) => is(one, SQLiteTable));
  expect(tables.length).toBeGreaterThan(100);
  for (const declared of tables) {
    const { name, columns, indexes, uniqueConstraints } = getTableConfig(declared);
    const wanted = columns.map(
      (column) => `${column.name} ${column.getSQLType().toLowerCase()} ${column.notNull ? 'required' : ''}`,
    );
    expect(columnsOf(db, name), name).toEqual(wanted.sort());
    const unique = columns
      .filter((column) => column.isUnique && column.uniqueName)
      .map((column) => `${column.uniqueName} unique (${column.name})`);
    const named = indexes.map(({ config }) => {
      const of = config.columns.map((column) => ('name' in column ? String(column.name) : 'expression'));
      return `${config.name} ${config.unique ? 'unique' : ''} (${of.join()})`;
    });
    const constraints = uniqueConstraints.map(
      (one) => `${one.getName()} unique (${one.columns.map((column) => column.name).join()})`,
    );
    expect(indexesOf(db, name), name).toEqual([...named, ...unique, ...constraints].sort());
  }
  const known = new Set(tables.map((table) => getTableConfig(table).name));
  const others = db
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !known.has(name));
  // The text index of tasks and signers, which drizzle cannot declare, and the tables that FTS5 keeps for it.
  expect(others.every((name) => /^(task|signer)_text(_[a-z]+)?$/.test(name))).toBe(true);
});
