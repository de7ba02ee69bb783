import { and, eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { PartKind } from '#core/template/parts.ts';
import { templateField, templateRole } from '#db/schema/index.ts';
import { needBusinessEdition } from '#edge/identity/business-edition.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { checkUnused, recordPart, stillAsRead, stillUnused } from './part-history.ts';

const TABLES = { ROLE: templateRole, FIELD: templateField } as const;

/** [7.3c] [7.5d] Removes an own role or field. Throws NOT_FOUND, also for built-in ones, and TEMPLATE_PART_IN_USE. */
export const removePart =
  (kind: PartKind) =>
  async ({ id }: { id: string }, context: SignedInContext): Promise<null> => {
    await needBusinessEdition(context);
    const { db, actor } = context;
    const table = TABLES[kind];
    await withRetry(async () => {
      const [row] = await db
        .select({ id: table.id, name: table.name, updatedAt: table.updatedAt })
        .from(table)
        .where(and(eq(table.id, id), eq(table.ownerKey, actor.ownerKey)));
      if (!row) throw new AppError('NOT_FOUND');
      await checkUnused(context, kind, row);
      await commit(
        context,
        [stillAsRead(kind, row), stillUnused(kind, id)],
        [
          db.delete(table).where(eq(table.id, id)),
          recordPart(context, { kind, partId: id, name: row.name, record: 'REMOVED' }),
        ],
      );
    });
    return null;
  };
