import { and, eq, sql } from 'drizzle-orm';
import { account, realnameApplication } from '#db/schema/index.ts';
import { ANY_NAME, sealLoginName, sealRealName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';
import { personNameIndex } from './sealed-fields.ts';

const BATCH = 200;
/** Batches in one run, to stay within the limits of a job; the next minute continues. */
const BATCHES = 10;

/**
 * Job: encrypts plain-text names in rows from before names were encrypted. Each row is written only if unchanged since
 * it was read, so that concurrent changes are not lost; names stay readable throughout. Returns the number of rows
 * processed. When none are left, a run costs two index look-ups.
 */
export async function sealPlainNames(context: Context): Promise<number> {
  let done = 0;
  for (let i = 0; i < BATCHES; i++) {
    const now = (await sealAccounts(context)) + (await sealApplications(context));
    done += now;
    if (now < BATCH) break;
  }
  return done;
}

async function sealAccounts(context: Context): Promise<number> {
  const { db } = context;
  const rows = await db
    .select({ ...ANY_NAME, loginIndex: account.loginIndex })
    .from(account)
    .where(sql`${account.loginIndex} is null or ${account.plainName} <> ''`)
    .limit(BATCH);
  for (const row of rows) {
    const { id, loginIndex, plainLogin, plainName } = row;
    const columns = {
      ...(loginIndex === null ? await sealLoginName(context, id, plainLogin) : {}),
      ...(plainName ? await sealRealName(context, id, plainName) : {}),
    };
    const same = and(
      eq(account.id, id),
      eq(account.plainLogin, plainLogin),
      eq(account.plainName, plainName),
    );
    await db
      .update(account)
      .set(columns)
      .where(same)
      .catch((error: unknown) => {
        if (!isUniqueError(error)) throw error;
        // Another account has registered this login name meanwhile: this one can still sign in by mobile or mail.
        return db
          .update(account)
          .set({ ...columns, loginIndex: `taken-${id}` })
          .where(same);
      });
  }
  return rows.length;
}

/** Removes the plain-text copy of a person's name, which is already in the application's encrypted fields. */
async function sealApplications(context: Context): Promise<number> {
  const { db } = context;
  const rows = await db
    .select({ id: realnameApplication.id, name: realnameApplication.name })
    .from(realnameApplication)
    .where(sql`${realnameApplication.subject} = 'PERSON' and ${realnameApplication.name} <> ''`)
    .limit(BATCH);
  for (const { id, name } of rows)
    await db
      .update(realnameApplication)
      .set({ name: '', nameIndex: await personNameIndex(context, name) })
      .where(and(eq(realnameApplication.id, id), eq(realnameApplication.name, name)));
  return rows.length;
}
