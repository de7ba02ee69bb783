import { and, eq, sql } from 'drizzle-orm';
import { account, realnameApplication } from '#db/schema/index.ts';
import { ANY_NAME, sealLoginName, sealRealName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';
import { personNameIndex } from './sealed-fields.ts';

const BATCH = 200;
/** Batches in one run: a job has its limits, and the next minute goes on. */
const BATCHES = 10;

/**
 * Seals names that stand as they are in rows from before names were sealed. Each is written only while it is the one
 * that was read, so that nothing which changes meanwhile is lost; whoever reads finds the name before and after. Returns
 * how many rows were done; once all are, it asks two indexes and finds nothing.
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
        // Somebody registered under it while it was not yet a digest: its mobile or mail still signs this one in.
        return db
          .update(account)
          .set({ ...columns, loginIndex: `taken-${id}` })
          .where(same);
      });
  }
  return rows.length;
}

/** A person's name lies among the sealed fields of the application already: only its plain copy goes. */
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
