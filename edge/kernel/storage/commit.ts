import { eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { guard } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { isEffect, type Statement } from './statement.ts';

/** Thrown when a guard of a batch did not hold: someone else was quicker; read again and decide anew. */
export class GuardFailed extends Error {}

/**
 * Writes all statements as one transaction, if every guard holds, and has the effects among them carried out soon. A
 * guard is a query that gives a row when the state is still the one that was read, e.g. sql`select 1 from task where
 * id = … and version = …`. When one gives none, nothing is written, and `meanwhile` is thrown: what the person is told
 * where somebody was quicker; GuardFailed where that is left to the caller.
 */
export async function commit(
  context: Context,
  guards: readonly SQL[],
  statements: readonly Statement[],
  meanwhile: Error = new GuardFailed(),
): Promise<void> {
  const { db } = context;
  const held = guards.map((condition) => ({ id: context.newId(), condition }));
  const batch: Statement[] = [
    ...held.map(({ id, condition }) => db.insert(guard).values({ id, held: sql`(${condition} limit 1)` })),
    ...statements,
    ...held.map(({ id }) => db.delete(guard).where(eq(guard.id, id))),
  ];
  if (batch.length === 0) return;
  try {
    await db.batch(batch as [Statement, ...Statement[]]);
  } catch (error) {
    if (isGuardError(error)) throw meanwhile;
    throw error;
  }
  if (statements.some(isEffect)) context.defer(runOutbox(context));
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
