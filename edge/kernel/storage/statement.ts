import type { BatchItem } from 'drizzle-orm/batch';

/** A statement that is written with others in one transaction. */
export type Statement = BatchItem<'sqlite'>;

const effects = new WeakSet<Statement>();

/** Marks a statement that puts an effect into the outbox. */
export function markEffect(statement: Statement): Statement {
  effects.add(statement);
  return statement;
}

/** Whether a statement puts an effect into the outbox, which somebody has to carry out then. */
export const isEffect = (statement: Statement): boolean => effects.has(statement);
