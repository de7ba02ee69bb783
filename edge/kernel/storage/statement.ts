import type { SQL } from 'drizzle-orm';
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

/** Changes that are collected in order to be written in one transaction. */
export interface Unit {
  guards: SQL[];
  statements: Statement[];
  after: (() => Promise<void>)[];
}
