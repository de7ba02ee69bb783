import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { z } from 'zod';
import { Refusal, root } from '../install.mjs';

const journalShape = z.object({ entries: z.array(z.object({ tag: z.string() })) });

/** Digests of the migrations that a migration took the place of, by their names. */
type Former = Record<string, string>;
type Migration = { name: string; digest: string; statements: string[]; former?: Former };

const formerShape = z.record(z.string(), z.record(z.string(), z.string()));

/** Reads drizzle-kit's migrations from `folder`, in order. */
export function readMigrations(folder = join(root, 'db/migrations')): Migration[] {
  const journal = join(folder, 'meta/_journal.json');
  if (!existsSync(journal)) return [];
  const joined = join(folder, 'former.json');
  const former = existsSync(joined) ? formerShape.parse(JSON.parse(readFileSync(joined, 'utf8'))) : {};
  return journalShape.parse(JSON.parse(readFileSync(journal, 'utf8'))).entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const statements = sql.split('--> statement-breakpoint').map((part) => part.trim());
    const digest = createHash('sha256').update(sql).digest('hex');
    const own = { name: tag, digest, statements: statements.filter((part) => part !== '') };
    return former[tag] ? { ...own, former: former[tag] } : own;
  });
}

/**
 * Migrates the database at `url`. Each migration and its record are one batch, applied entirely or not at all. A database
 * that has all migrations that were joined into one counts as having that one. Returns the names applied now. Throws a
 * Refusal if the database has a migration with a different text, one that is not in the folder, or some of those that
 * were joined.
 */
export async function migrate(
  url: string,
  authToken?: string,
  migrations = readMigrations(),
): Promise<string[]> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await client.batch(
      [
        'CREATE TABLE IF NOT EXISTS _migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at INTEGER NOT NULL)',
        'CREATE TABLE IF NOT EXISTS _probe (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)',
      ],
      'write',
    );
    return await applyMissing(client, migrations);
  } finally {
    client.close();
  }
}

async function applyMissing(client: Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.execute('SELECT name, digest FROM _migrations');
  const applied = new Map(rows.map((row) => [String(row.name), String(row.digest)]));
  for (const migration of migrations) await recogniseFormer(client, applied, migration);
  refuseStrangers(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, digest, statements } of missing) {
    const record = {
      sql: 'INSERT INTO _migrations (name, digest, applied_at) VALUES (?, ?, ?)',
      args: [name, digest, Date.now()],
    };
    await client.migrate([...statements, record]);
  }
  return missing.map(({ name }) => name);
}

/** Records a migration in the place of those that were joined into it, if the database has them. */
async function recogniseFormer(
  client: Client,
  applied: Map<string, string>,
  { name, digest, former = {} }: Migration,
): Promise<void> {
  const names = Object.keys(former);
  const present = names.filter((one) => applied.get(one) === former[one]);
  if (present.length === 0) return;
  if (present.length < names.length) {
    throw new Refusal(
      `The database has ${present.length} of the ${names.length} migrations that are now ${name}: bring it up to date with the version that wrote it, then use this one.`,
    );
  }
  await client.batch(
    [
      ...names.map((one) => ({ sql: 'DELETE FROM _migrations WHERE name = ?', args: [one] })),
      {
        sql: 'INSERT INTO _migrations (name, digest, applied_at) VALUES (?, ?, ?)',
        args: [name, digest, Date.now()],
      },
    ],
    'write',
  );
  for (const one of names) applied.delete(one);
  applied.set(name, digest);
}

function refuseStrangers(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, digest }) => [name, digest]));
  for (const [name, digest] of applied) {
    if (!known.has(name)) {
      throw new Refusal(
        `The database has the migration ${name}, which this version does not know: use a newer one.`,
      );
    }
    if (known.get(name) !== digest) {
      throw new Refusal(
        `The migration ${name} was changed after the database had applied it: add a new one instead.`,
      );
    }
  }
}
