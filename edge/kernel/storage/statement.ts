import type { BatchItem } from 'drizzle-orm/batch';

/** A statement of a transaction. */
export type Statement = BatchItem<'sqlite'>;

const effects = new WeakSet<Statement>();

/** Marks a statement that enqueues an effect. */
export function markEffect(statement: Statement): Statement {
  effects.add(statement);
  return statement;
}

/** Whether a statement enqueues an effect, after which the outbox must run. */
export const isEffect = (statement: Statement): boolean => effects.has(statement);
