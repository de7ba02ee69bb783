import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { isWithheld } from '#core/employee/access.ts';
import { maskField } from '#core/employee/mask.ts';
import { maskValue } from '#core/employee/newcomer.ts';
import type * as calls from '#core/employee/newcomer-calls.ts';
import { AppError } from '#core/errors.ts';
import { PICTURE_MIME } from '#core/realname/clean-picture.ts';
import { member, newcomerImage, newcomerRecord } from '#db/schema/index.ts';
import { departmentPaths } from '#edge/company/departments.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { unsafeReadPicture } from '#edge/kernel/storage/locked-picture.ts';
import { rowsOf } from './list-newcomers.ts';
import { refuseWithheld } from './read-employee.ts';
import {
  openNewcomerField,
  openReason,
  openValue,
  readItems,
  readNewcomer,
  recordNewcomer,
} from './read-newcomer.ts';

type Detail = OutputOf<typeof calls.getNewcomer>;

const MOST_RECORDS = 50;

/** [3.11b] [4.11] A newcomer's file, with what is personal masked. */
export async function getNewcomer(
  input: ParsedInputOf<typeof calls.getNewcomer>,
  context: SignedInContext,
): Promise<Detail> {
  const row = await readNewcomer(context, input.newcomerId);
  const [items, pathOf] = await Promise.all([
    readItems(context, [row.id]),
    departmentPaths(context, row.enterpriseId),
  ]);
  const [shown] = await rowsOf(context, [row], pathOf);
  const entry = items.find(({ code }) => code === 'entryDate');
  return {
    ...shown!,
    version: row.version,
    idType: row.idType,
    idNumber: maskField('idNumber', await openNewcomerField(context, row, 'idNumber')),
    departmentId: row.departmentId,
    linkEnds: row.state === 'TO_COLLECT' ? row.linkEndsAt : null,
    entryDate: entry ? await openValue(context, entry) : '',
    items: await Promise.all(
      items.map(async (item) => ({
        itemId: item.id,
        name: item.name,
        category: item.category,
        type: item.type,
        length: item.length,
        options: item.options,
        required: item.required,
        shownTo: item.shownTo,
        state: item.state,
        value: isWithheld(context.actor.salaryWithheld, item.category)
          ? ''
          : maskValue(item, await openValue(context, item)),
        reason: await openReason(context, item),
      })),
    ),
    erasedAt: row.erasedAt,
    employeeId: row.employeeId || null,
    member: await isMember(context, row.enterpriseId, row.accountId),
    records: await recordsOf(context, row.id),
  };
}

async function isMember({ db }: SignedInContext, entId: string, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.enterpriseId, entId), eq(member.accountId, accountId), isNull(member.leftAt)));
  return rows.length > 0;
}

async function recordsOf(context: SignedInContext, newcomerId: string): Promise<Detail['records']> {
  const rows = await context.db
    .select()
    .from(newcomerRecord)
    .where(eq(newcomerRecord.newcomerId, newcomerId))
    .orderBy(desc(newcomerRecord.at), desc(newcomerRecord.id))
    .limit(MOST_RECORDS);
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  return rows.map(({ at, record, operatorId, remark }) => ({
    at,
    record,
    operator: names.get(operatorId) ?? '',
    remark,
  }));
}

/** One category in full. Writes the access record before it responds, so that every view is recorded. */
export async function revealNewcomer(
  input: ParsedInputOf<typeof calls.revealNewcomer>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.revealNewcomer>> {
  const row = await readNewcomer(context, input.newcomerId);
  refuseWithheld(context, input.category);
  await recordNewcomer(context, row, 'REVEALED', input.category);
  const items = (await readItems(context, [row.id])).filter(({ category }) => category === input.category);
  const opened = items.map(async (item) => [item.id, await openValue(context, item)] as const);
  const personal = input.category === 'PERSONAL';
  return {
    values: Object.fromEntries(await Promise.all(opened)),
    mobile: personal ? await openNewcomerField(context, row, 'mobile') : '',
    idNumber: personal ? await openNewcomerField(context, row, 'idNumber') : '',
  };
}

/** A paper of a newcomer of the enterprise. Throws NOT_FOUND for every other. */
export async function getNewcomerImage(
  input: ParsedInputOf<typeof calls.getNewcomerImage>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor, db } = context;
  const [row] = await db
    .select()
    .from(newcomerImage)
    .where(and(eq(newcomerImage.id, input.imageId), eq(newcomerImage.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  const item = (await readItems(context, [row.newcomerId])).find(({ id }) => id === row.itemId);
  // What the newcomer has sent but not handed in is theirs.
  if (!item || (await openValue(context, item)) !== row.id) throw new AppError('NOT_FOUND');
  refuseWithheld(context, item.category);
  await recordNewcomer(
    context,
    { id: row.newcomerId, enterpriseId: row.enterpriseId },
    'IMAGE_VIEWED',
    item.name,
  );
  return pictureAnswer(context, row);
}

/** A picture as an answer; whoever asks was let in. */
export async function pictureAnswer(
  context: SignedInContext,
  row: typeof newcomerImage.$inferSelect,
): Promise<FileAnswer> {
  const bytes = await unsafeReadPicture(context, row);
  return {
    body: bytes,
    length: bytes.length,
    fileName: `paper.${row.type.toLowerCase()}`,
    contentType: PICTURE_MIME[row.type],
    inline: true,
  };
}
