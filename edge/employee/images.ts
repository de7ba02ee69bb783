import { and, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  changeEmployeePaper as changeCall,
  getEmployeeImage as getCall,
  removeEmployeeImage as removeCall,
  uploadEmployeeImage as uploadCall,
} from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE, IMAGES_PER_DAY } from '#core/employee/images.ts';
import { PAPER_PROBLEMS } from '#core/employee/sections.ts';
import { PAPERS_MOST } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { cleanPicture, PICTURE_MIME } from '#core/realname/clean-picture.ts';
import { DAY_MS } from '#core/time.ts';
import { employeeImage } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { lockPicture, unsafeReadPicture } from '#edge/kernel/storage/locked-picture.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { readEmployee, recordEmployee } from './read-employee.ts';

const refuseName = (problem: string) => new InputRefused([{ path: 'name', problem }]);

/** Throws INPUT_INVALID for a paper without a name or one too many, NOT_FOUND if the one to replace is gone. */
async function checkPaper(
  { db }: SignedInContext,
  employeeId: string,
  { name, imageId }: { name: string; imageId: string },
): Promise<void> {
  if (name === '') throw refuseName('employee:rule.paperName');
  const others = await db
    .select({ id: employeeImage.id })
    .from(employeeImage)
    .where(and(eq(employeeImage.employeeId, employeeId), eq(employeeImage.kind, 'PAPER')));
  if (imageId === '' && others.length >= PAPERS_MOST) throw refuseName(PAPER_PROBLEMS.most);
  if (imageId !== '' && !others.some(({ id }) => id === imageId)) throw new AppError('NOT_FOUND');
}

/**
 * [3.2b] [5.10] Takes a certificate or another paper: judged by its content, rewritten without anything but picture, and
 * stored under a key of its own. Throws PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE, PICTURE_DIMENSIONS, TOO_OFTEN, and
 * INPUT_INVALID for the name of a paper that the employee has already.
 */
export async function uploadEmployeeImage(
  input: ParsedInputOf<typeof uploadCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof uploadCall>> {
  const { actor, db, now } = context;
  const row = await readEmployee(context, input.employeeId);
  const paper = input.kind === 'PAPER';
  if (paper) await checkPaper(context, row.id, input);
  const { maxBytes, types } = EMPLOYEE_IMAGE_RULE;
  if (input.file.size > maxBytes) throw new AppError('PICTURE_TOO_LARGE', { max: maxBytes / 1048576 });
  if ((await countAttempt(context, `employeeImage:${actor.accountId}`, DAY_MS)) > IMAGES_PER_DAY)
    throw new AppError('TOO_OFTEN');
  const picture = cleanPicture(new Uint8Array(await input.file.arrayBuffer()), types);
  const locked = await lockPicture(context, context.newId(), picture.bytes);
  const { kind } = input;
  const before = paper ? eq(employeeImage.id, input.imageId) : eq(employeeImage.kind, kind);
  const statements: [Statement, ...Statement[]] = [
    // The one before is nobody's any more: without its row nothing can read it.
    db.delete(employeeImage).where(and(eq(employeeImage.employeeId, row.id), before)),
    db.insert(employeeImage).values({
      ...locked,
      enterpriseId: actor.entId,
      employeeId: row.id,
      kind,
      name: paper ? input.name : '',
      expiry: paper ? input.expiry : '',
      type: picture.type,
      width: picture.width,
      height: picture.height,
      createdAt: now,
    }),
    recordEmployee(context, row.id, 'IMAGE_ADDED', kind),
  ];
  await namedOnce(commit(context, [], statements));
  return { imageId: locked.id };
}

/** Says that another paper of the employee has the name, where that is what stopped the change. */
async function namedOnce(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    throw isUniqueError(error) ? refuseName(PAPER_PROBLEMS.twice) : error;
  }
}

/** Names a paper and says until when it is valid. Throws NOT_FOUND for the two certificates, which have no name. */
export async function changeEmployeePaper(
  input: ParsedInputOf<typeof changeCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readImage(context, input.imageId);
  if (row.kind !== 'PAPER') throw new AppError('NOT_FOUND');
  const { name, expiry } = input;
  const there = sql`select 1 from ${employeeImage} where ${employeeImage.id} = ${row.id}`;
  await namedOnce(
    commit(
      context,
      [there],
      [
        context.db.update(employeeImage).set({ name, expiry }).where(eq(employeeImage.id, row.id)),
        recordEmployee(context, row.employeeId, 'PAPER_CHANGED', row.kind),
      ],
      new AppError('NOT_FOUND'),
    ),
  );
  return null;
}

/** A picture of an employee of the enterprise that is acted for. Throws NOT_FOUND for every other. */
async function readImage({ actor, db }: SignedInContext, imageId: string) {
  const [row] = await db
    .select()
    .from(employeeImage)
    .where(and(eq(employeeImage.id, imageId), eq(employeeImage.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function getEmployeeImage(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const row = await readImage(context, input.imageId);
  await recordEmployee(context, row.employeeId, 'IMAGE_VIEWED', row.kind);
  const bytes = await unsafeReadPicture(context, row);
  const type = row.type;
  return {
    body: bytes,
    length: bytes.length,
    fileName: `${row.kind.toLowerCase()}.${type.toLowerCase()}`,
    contentType: PICTURE_MIME[type],
    inline: true,
  };
}

/** Removes a picture for good. Throws NOT_FOUND, also where it was removed or replaced meanwhile. */
export async function removeEmployeeImage(
  input: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readImage(context, input.imageId);
  const there = sql`select 1 from ${employeeImage} where ${employeeImage.id} = ${row.id}`;
  await commit(
    context,
    [there],
    [
      context.db.delete(employeeImage).where(eq(employeeImage.id, row.id)),
      recordEmployee(context, row.employeeId, 'IMAGE_REMOVED', row.kind),
    ],
    new AppError('NOT_FOUND'),
  );
  return null;
}
