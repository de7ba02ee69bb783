import { getTableColumns, saveTableColumns } from '#core/config/calls.ts';
import { call } from '../call.ts';
import { getSession, setSession } from '../session/session-store.ts';
import type { ColumnStorage } from '../ui/table/column-storage.ts';

/**
 * Stores the chosen columns with the account ([3.25a]), and caches them in the session so that each table fetches once.
 */
export const serverColumns: ColumnStorage = {
  async load(tableCode) {
    const known = getSession().tableColsObj?.[tableCode];
    if (known) return known;
    const { columns } = await call(getTableColumns, { tableCode });
    remember(tableCode, columns ?? []);
    return columns ?? undefined;
  },
  async save(tableCode, columns) {
    remember(tableCode, columns);
    await call(saveTableColumns, { tableCode, columns });
  },
};

const remember = (tableCode: string, columns: string[]) =>
  setSession({ tableColsObj: { ...getSession().tableColsObj, [tableCode]: columns } });
