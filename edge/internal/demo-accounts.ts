import { inArray } from 'drizzle-orm';
import { account } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { Env } from '#edge/kernel/env.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';

/** A value, never a promise: one that is cut off would keep every later request of the isolate waiting. */
const known = new Map<string, boolean>();

/**
 * Returns an error message if production runs on a database with the demo accounts, whose passwords are public;
 * otherwise null. Cached per isolate; if the database is unavailable, the next request checks again.
 */
export async function refusedDatabase(env: Env): Promise<string | null> {
  if (env.SIGNET_MODE !== 'pro') return null;
  const key = env.LIBSQL_URL;
  const has =
    known.get(key) ??
    (await hasDemoAccounts(env).then(
      (found) => {
        known.set(key, found);
        return found;
      },
      (error: unknown) => {
        noteFault('demo accounts', error);
        return false;
      },
    ));
  return has
    ? 'SIGNET_MODE is pro and the database has the demo accounts, whose passwords are public: use another database.'
    : null;
}

async function hasDemoAccounts(env: Env): Promise<boolean> {
  const rows = await openDatabase(env)
    .select({ id: account.id })
    .from(account)
    .where(
      inArray(
        account.id,
        DEMO.accounts.map(({ id }) => id),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
