import { and, eq, lt } from 'drizzle-orm';
import { realnameApplication } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import { type ApplicationRow, readAccount } from './applications.ts';
import { endPersonApplication } from './end-person.ts';
import { endEntApplication } from './ent-applications.ts';

/**
 * Job: ends expired checks and restores the previous state of their persons and enterprises. Returns the number of
 * expired checks.
 */
export async function runApplicationsJob(context: Context): Promise<number> {
  const rows = await context.db
    .select()
    .from(realnameApplication)
    .where(and(eq(realnameApplication.state, 'CHECKING'), lt(realnameApplication.checkEndsAt, context.now)))
    .limit(50);
  for (const row of rows)
    await endOne(context, row).catch((error: unknown) => {
      // The applicant changed it concurrently.
      if (!(error instanceof GuardFailed)) throw error;
    });
  return rows.length;
}

async function endOne(context: Context, row: ApplicationRow): Promise<void> {
  const set = { checkState: 'ENDED' as const };
  if (row.subject === 'ENTERPRISE') return endEntApplication(context, row, 'end', set);
  const person = await readAccount(context, row.accountId);
  if (person) await endPersonApplication(context, row, person, 'end', set);
}
