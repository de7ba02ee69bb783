import { eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { guard } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { startOutbox } from '#edge/kernel/outbox/start-outbox.ts';
import { forgetAhead } from './exchanges.ts';
import { isEffect, type Statement, type Unit } from './statement.ts';

/** Thrown if a guard failed because of a concurrent change: read again and decide anew. */
export class GuardFailed extends Error {}

/**
 * Writes all statements in one transaction if every guard holds, and starts the outbox if they contain effects. A guard
 * is a query that returns a row if the state is still the one that was read. If a guard returns none, nothing is written
 * and `meanwhile` is thrown, the error for the user about the concurrent change; GuardFailed if the caller handles it.
 *
 * ```ts
 * await commit(
 *   context,
 *   [sql`select 1 from ${help} where ${help.id} = ${row.id} and ${help.version} = ${row.version}`],
 *   [db.update(help).set({ title, version: row.version + 1 }).where(eq(help.id, row.id))],
 *   new AppError('CONFLICT'),
 * );
 * ```
 */
export async function commit(
  context: Context,
  guards: readonly SQL[],
  statements: readonly Statement[],
  meanwhile: Error = new GuardFailed(),
): Promise<void> {
  const { db, unit } = context;
  if (unit) {
    unit.guards.push(...guards);
    unit.statements.push(...statements);
    return;
  }
  forgetAhead();
  const conditions = guards.map((condition) => ({ id: context.newId(), condition }));
  const batch: Statement[] = [
    ...conditions.map(({ id, condition }) =>
      db.insert(guard).values({ id, held: sql`(${condition} limit 1)` }),
    ),
    ...statements,
    ...conditions.map(({ id }) => db.delete(guard).where(eq(guard.id, id))),
  ];
  if (batch.length === 0) return;
  try {
    await db.batch(batch as [Statement, ...Statement[]]);
  } catch (error) {
    if (isGuardError(error)) throw meanwhile;
    throw error;
  }
  if (statements.some(isEffect)) startOutbox(context);
}

/**
 * Runs several changes that do not depend on one another concurrently and writes them in one transaction: all or none.
 * Each change must call `commit` once, as its last step, or `afterCommit` for what follows. Throws GuardFailed if one of
 * them was overtaken; the caller then repeats them one by one.
 */
export async function commitTogether<C extends Context, T>(
  context: C,
  changes: readonly ((context: C) => Promise<T>)[],
): Promise<T[]> {
  const unit: Unit = { guards: [], statements: [], after: [] };
  const results = await Promise.all(changes.map((change) => change({ ...context, unit })));
  await commit(context, unit.guards, unit.statements);
  await Promise.all(unit.after.map((work) => work()));
  return results;
}

/** Runs `work` once the change is written: now, or after the transaction of several changes. */
export async function afterCommit<C extends Context>(
  context: C,
  work: (context: C) => Promise<void>,
): Promise<void> {
  const { unit } = context;
  if (unit) unit.after.push(() => work({ ...context, unit: undefined }));
  else await work(context);
}

function isGuardError(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    if (/guard\.held/.test(e.message)) return true;
  return false;
}

/** Whether a statement failed because of a unique index: the row exists already. */
export function isUniqueError(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/UNIQUE constraint failed|PRIMARY KEY constraint/i.test(e.message)) return true;
  }
  return false;
}

/**
 * Repeats `attempt` up to five times while a guard fails, after a random pause; then throws TASK_CHANGED. `attempt` reads
 * again and decides anew each time.
 *
 * ```ts
 * return withRetry(async () => {
 *   const row = await readSeal(context, sealId);
 *   await commit(context, [unchanged(row)], [db.update(seal).set(change).where(eq(seal.id, sealId))]);
 * });
 * ```
 */
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
