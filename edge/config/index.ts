import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import * as calls from '#core/config/calls.ts';
import { setting, tableColumns } from '#db/schema/index.ts';
import { implement, implementOpen } from '../http/implement.ts';

export const configCalls = [
  implement(calls.getTableColumns, async (input, { db, actor }) => {
    const [row] = await db
      .select()
      .from(tableColumns)
      .where(eq(tableColumns.key, `${actor.accountId}:${input.tableCode}`));
    return { columns: row?.columns ?? null };
  }),
  implement(calls.saveTableColumns, async (input, { db, actor }) => {
    const key = `${actor.accountId}:${input.tableCode}`;
    await db
      .insert(tableColumns)
      .values({ key, columns: input.columns })
      .onConflictDoUpdate({ target: tableColumns.key, set: { columns: input.columns } });
    return null;
  }),
  implementOpen(
    calls.getSystemOption,
    async (_input, { db }): Promise<OutputOf<typeof calls.getSystemOption>> => {
      const [row] = await db.select().from(setting).where(eq(setting.name, 'system-option'));
      const kept = row ? (JSON.parse(row.value) as Record<string, string>) : {};
      return {
        systemName: kept.systemName ?? '',
        headerLogo: kept.headerLogo ?? '',
        gbState: kept.gbState === 'ENABLE' ? 'ENABLE' : 'DISABLE',
        handWritImg: kept.handWritImg ?? '',
        handWrittenOcrStatus: kept.handWrittenOcrStatus === 'ENABLE' ? 'ENABLE' : 'DISABLE',
      };
    },
  ),
];
