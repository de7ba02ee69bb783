import { eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { AppError } from '#core/errors.ts';
import { guard } from '#db/schema/index.ts';
import type { Database } from './database.ts';

export type Statement = BatchItem<'sqlite'>;

/** Thrown when a guard of a batch did not hold: someone else was quicker; read again and decide anew. */
export class GuardFailed extends Error {}

/**
 * Writes all statements as one transaction, if every guard holds. A guard is a query that gives a row when the state
 * is still the one that was read, e.g. sql`select 1 from task where id = … and version = …`. Throws GuardFailed, with
 * nothing written, when one gives none.
 */
export async function commit(
  db: Database,
  guardId: string,
  guards: SQL[],
  statements: Statement[],
): Promise<void> {
  const checks: Statement[] = guards.map((condition, i) =>
    db.insert(guard).values({ id: `${guardId}.${i}`, held: sql`(${condition} limit 1)` }),
  );
  const clear: Statement[] = guards.map((_, i) => db.delete(guard).where(eq(guard.id, `${guardId}.${i}`)));
  const batch = [...checks, ...statements, ...clear];
  if (batch.length === 0) return;
  try {
    await db.batch(batch as [Statement, ...Statement[]]);
  } catch (error) {
    if (isGuardError(error)) throw new GuardFailed();
    throw error;
  }
}

function isGuardError(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    if (/guard\.held/.test(e.message)) return true;
  return false;
}

/** Whether a unique key refused a statement: the row is already there. */
export function isUniqueError(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/UNIQUE constraint failed|PRIMARY KEY constraint/i.test(e.message)) return true;
  }
  return false;
}

/** Runs `attempt` again while its guard fails, up to five times; then the person is asked to try again. */
export async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardFailed)) throw error;
      if (tries === 5) throw new AppError('TASK_CHANGED');
      await new Promise((done) => setTimeout(done, Math.random() * 30 * 2 ** tries));
    }
  }
}
