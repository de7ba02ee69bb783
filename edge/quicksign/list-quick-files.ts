import { and, count, desc, gte, lte, type SQL } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { can } from '#core/machine.ts';
import type { listQuickFiles as call, QuickRow } from '#core/quicksign/calls.ts';
import { QUICK_MACHINE } from '#core/quicksign/states.ts';
import { quickGroup } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { type GroupRow, ownGroups, refuseOthers } from './read-group.ts';

type Input = ParsedInputOf<typeof call>;

/** Quick signing groups of the identity ([3.16]), newest first by default. */
export async function listQuickFiles(input: Input, context: SignedInContext): Promise<OutputOf<typeof call>> {
  refuseOthers(context);
  const { db } = context;
  const where = and(ownGroups(context), ...filters(input));
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(quickGroup)
      .where(where)
      .orderBy(...orderBy(input, SORTABLE), desc(quickGroup.createdAt)),
    db.select({ n: count() }).from(quickGroup).where(where),
  );
  return {
    records: rows.map(quickRow),
    ...page,
  };
}

const EVENTS = ['sign', 'revoke', 'complete'] as const;

/** Converts a group to the wire format. */
export const quickRow = (row: GroupRow): QuickRow => ({
  id: row.id,
  taskName: row.name,
  businessType: row.businessType,
  businessTypeName: row.businessTypeName,
  taskFileType: row.fileType,
  fileNum: row.fileNum,
  signTime: row.signedAt,
  createTime: row.createdAt,
  status: row.state,
  actions: [...EVENTS.filter((event) => can(QUICK_MACHINE, row.state, event)), 'preview', 'download'],
});

function filters(input: Input): (SQL | undefined)[] {
  return [
    containsIf(quickGroup.name, input.taskName),
    isIf(quickGroup.businessType, input.businessType),
    isIf(quickGroup.fileType, input.taskFileType),
    isIf(quickGroup.state, input.status),
    input.signFrom !== undefined ? gte(quickGroup.signedAt, input.signFrom) : undefined,
    input.signTo !== undefined ? lte(quickGroup.signedAt, input.signTo) : undefined,
  ];
}

const SORTABLE = {
  task_name: quickGroup.name,
  sign_time: quickGroup.signedAt,
  create_time: quickGroup.createdAt,
} as const;
