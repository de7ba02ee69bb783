import { and, count, desc, eq, ne } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import * as calls from '#core/config/calls.ts';
import { OPEN_LIMIT_NAMES } from '#core/config/limits.ts';
import * as viewCalls from '#core/config/view-calls.ts';
import { AppError } from '#core/errors.ts';
import { auditEntry, tableColumns, tableViews } from '#db/schema/index.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import type { Database } from '#edge/kernel/storage/database.ts';
import { startsWith } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { describeChange } from './describe-change.ts';
import { saveKeyPolicy } from './key-policy.ts';
import { listMenuEntries, saveMenuEntry } from './menu.ts';
import { limitsInForce, proofsOff, readSetting, settingInForce, writeSetting } from './settings.ts';

/**
 * Limit of table codes per user, well above the number of tables, so that nobody fills the database with unknown ones.
 */
const MOST_TABLES = 200;

/** Key of a user's settings for a table. Throws TOO_OFTEN above the limit. */
async function ownKey(
  db: Database,
  table: typeof tableColumns | typeof tableViews,
  accountId: string,
  tableCode: string,
): Promise<string> {
  const key = `${accountId}:${tableCode}`;
  const [others] = await db
    .select({ kept: count() })
    .from(table)
    .where(and(startsWith(table.key, `${accountId}:`), ne(table.key, key)));
  if ((others?.kept ?? 0) >= MOST_TABLES) throw new AppError('TOO_OFTEN');
  return key;
}

type OptionRecord = OutputOf<typeof calls.listOptionRecords>['records'][number];

const configCalls = [
  implement(calls.getTableColumns, async (input, { db, actor }) => {
    const [row] = await db
      .select()
      .from(tableColumns)
      .where(eq(tableColumns.key, `${actor.accountId}:${input.tableCode}`));
    return { columns: row?.columns ?? null };
  }),
  implement(calls.saveTableColumns, async (input, { db, actor }) => {
    const key = await ownKey(db, tableColumns, actor.accountId, input.tableCode);
    await db
      .insert(tableColumns)
      .values({ key, columns: input.columns })
      .onConflictDoUpdate({ target: tableColumns.key, set: { columns: input.columns } });
    return null;
  }),
  implement(viewCalls.getTableViews, async (input, { db, actor }) => {
    const [row] = await db
      .select()
      .from(tableViews)
      .where(eq(tableViews.key, `${actor.accountId}:${input.tableCode}`));
    return { views: row?.views ?? [] };
  }),
  implement(viewCalls.saveTableViews, async (input, { db, actor }) => {
    const key = await ownKey(db, tableViews, actor.accountId, input.tableCode);
    const { views } = input;
    await db
      .insert(tableViews)
      .values({ key, views })
      .onConflictDoUpdate({ target: tableViews.key, set: { views } });
    return null;
  }),
  implementOpen(calls.getSystemOption, async (_input, context) => ({
    ...(await settingInForce(context, 'system-option')),
    proofsOff: await proofsOff(context),
  })),
  implement(calls.listWatermarks, async (_input, context) => {
    const watermark = await settingInForce(context, 'watermark');
    return watermark ? [watermark] : [];
  }),
  implement(calls.listBannedScreenshots, async (_input, context) => {
    const watermark = await settingInForce(context, 'watermark');
    return watermark ? [{ banscreenshotsFlag: watermark.banscreenshotsFlag }] : [];
  }),
  implement(calls.listInterfaceSettings, async (_input, context) => {
    const limits = await limitsInForce(context);
    return OPEN_LIMIT_NAMES.map((name) => ({ name, value: limits[name] }));
  }),
  implement(calls.getPlatformOptions, async (_input, context) => {
    const [option, watermark, limits, keys] = await Promise.all([
      readSetting(context, 'system-option'),
      readSetting(context, 'watermark'),
      readSetting(context, 'limits'),
      readSetting(context, 'key-policy'),
    ]);
    return { option, watermark, limits, keys };
  }),
  implement(calls.saveSystemOption, async (input, context) => {
    const { value: before } = await readSetting(context, 'system-option');
    const remark = describeChange(before, input.value);
    return writeSetting(context, 'system-option', input, { action: 'OPTION_CHANGED', remark });
  }),
  implement(calls.saveWatermark, async (input, context) => {
    const { value: before } = await readSetting(context, 'watermark');
    const remark = describeChange(before, input.value);
    return writeSetting(context, 'watermark', input, { action: 'WATERMARK_CHANGED', remark });
  }),
  implement(calls.saveLimits, async (input, context) => {
    const { value: before } = await readSetting(context, 'limits');
    const remark = describeChange(before, input.value);
    return writeSetting(context, 'limits', input, { action: 'LIMITS_CHANGED', remark });
  }),
  implement(calls.saveKeyPolicy, saveKeyPolicy),
  implement(calls.listMenuEntries, listMenuEntries),
  implement(calls.saveMenuEntry, saveMenuEntry),
  implement(calls.listOptionRecords, async (input, { db }) => {
    const where = and(eq(auditEntry.targetKind, 'SYSTEM'));
    const { rows, page } = await readPage(
      db,
      input,
      db.select().from(auditEntry).where(where).orderBy(desc(auditEntry.at), desc(auditEntry.id)),
      db.select({ n: count() }).from(auditEntry).where(where),
    );
    return {
      records: rows.map(({ id, at, actorName, action, remark }) => ({
        id,
        at,
        operator: actorName,
        action: action as OptionRecord['action'],
        remark,
      })),
      ...page,
    };
  }),
];

export const config: Domain = {
  calls: configCalls,
};
