import type { InputOf } from '#core/call.ts';
import type { listTasks, TaskItem } from '#core/task/list-calls.ts';

type Input = InputOf<typeof listTasks>;

const PAGE = 2_000;
/** Maximum number of exported rows; more require narrower filters. */
const MOST_EXPORTED = 100_000;

/**
 * Reads all rows that match the filters, page by page; `more` if there are rows beyond the maximum. In the default order each
 * page starts below the last row of the previous one, so that tasks that arrive meanwhile leave no row out and repeat none.
 * Another order has numbered pages, and a row that appears in two of them is kept once.
 */
export async function readAll(
  read: (input: Input) => Promise<{ records: TaskItem[] }>,
  input: Input,
  onRead: (done: number) => void,
): Promise<{ rows: TaskItem[]; more: boolean }> {
  const { current: _, after: __, ...filter } = input;
  const sorted = Boolean(input.ascs?.length || input.descs?.length);
  const rows = new Map<string, TaskItem>();
  let last: string | undefined;
  for (let current = 1; ; current++) {
    const { records } = await read({ ...filter, ...(last ? { after: last } : { current }), size: PAGE });
    if (!sorted) last = records.at(-1)?.planId;
    for (const row of records) {
      if (rows.size === MOST_EXPORTED && !rows.has(row.planId))
        return { rows: [...rows.values()], more: true };
      rows.set(row.planId, row);
    }
    onRead(rows.size);
    if (records.length < PAGE) return { rows: [...rows.values()], more: false };
  }
}
