import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { z } from 'zod';
import { Refusal, root } from '../install.mjs';

const journalShape = z.object({ entries: z.array(z.object({ tag: z.string() })) });

type Migration = { name: string; digest: string; statements: string[] };

/** Reads drizzle-kit's migrations from `folder`, in order. */
export function readMigrations(folder = join(root, 'db/migrations')): Migration[] {
  const journal = join(folder, 'meta/_journal.json');
  if (!existsSync(journal)) return [];
  return journalShape.parse(JSON.parse(readFileSync(journal, 'utf8'))).entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const statements = sql.split('--> statement-breakpoint').map((part) => part.trim());
    const digest = createHash('sha256').update(sql).digest('hex');
    return { name: tag, digest, statements: statements.filter((part) => part !== '') };
  });
}

/**
 * Migrates the database at `url`. Each migration and its record are one batch, applied entirely or not at all. Returns
 * the names applied now. Throws a Refusal if the database has a migration with a different text or one that is not in
 * the folder.
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
