import { eq, type SQL, sql } from 'drizzle-orm';
import { guard } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from './statement.ts';

/** Statements that fail the transaction they are in where one of the queries gives no row any more. */
export const guardStatements = ({ db, newId }: Context, guards: readonly SQL[]): Statement[] =>
  guards.flatMap((condition) => {
    const id = newId();
    return [
      db.insert(guard).values({ id, held: sql`(${condition} limit 1)` }),
      db.delete(guard).where(eq(guard.id, id)),
    ];
  });
