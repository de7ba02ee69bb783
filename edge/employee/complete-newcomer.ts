import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { isMissing } from '#core/employee/newcomer.ts';
import type { completeNewcomer as call } from '#core/employee/newcomer-calls.ts';
import { SECTION_FORMS, SECTIONS, type Section } from '#core/employee/sections.ts';
import type { EmployeeImage } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { isOneOf } from '#core/one-of.ts';
import { employee, employeeImage, newcomerImage } from '#db/schema/index.ts';
import { checkDepartment, departmentOpen } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { forgetDraftOf } from './end-newcomer.ts';
import { tellNewcomer } from './newcomer-message.ts';
import { columnsOf, recordEmployee } from './read-employee.ts';
import {
  changeNewcomer,
  type ItemSource,
  type NewcomerSource,
  newcomerUnchanged,
  openNewcomerField,
  openNewcomerName,
  openValue,
  readForChange,
  readItems,
  recordNewcomer,
} from './read-newcomer.ts';
import { refuseTwin } from './save-employee.ts';

/** Maps the preset field's texts in all languages to the roster's values; other choices are left out. */
const GENDER_OF: Readonly<Record<string, string>> = {
  男: 'MALE',
  Male: 'MALE',
  女: 'FEMALE',
  Female: 'FEMALE',
};

type Forms = Partial<Record<Section, Record<string, string>>>;

/**
 * Puts the newcomer on the roster with what was approved, ends the draft, and tells the newcomer that they may apply to
 * join. Throws NEWCOMER_LACKS with what is not approved, NEWCOMER_VALUES with what the roster does not take,
 * DEPARTMENT_NOT_FOUND, EMPLOYEE_MOBILE_TAKEN, EMPLOYEE_NUMBER_TAKEN.
 */
export async function completeNewcomer(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  const { row, state } = await readForChange(context, input, 'complete');
  const items = await readItems(context, [row.id]);
  const lacking = items.filter((item) => isMissing(item) && item.code !== 'entryDate');
  if (lacking.length > 0) throw new AppError('NEWCOMER_LACKS', { names: namesOf(lacking) });
  await checkDepartment(context, actor.entId, input.departmentId, 'departmentId');
  const forms = await formsOf(context, row, items, input);
  const id = context.newId();
  const columns = await columnsOf(context, id, forms);
  const answer = { employeeId: id };
  try {
    await commit(
      context,
      [newcomerUnchanged(row), ...departmentOpen(actor.entId, input.departmentId)],
      [
        db.insert(employee).values({
          ...(columns as typeof employee.$inferInsert),
          id,
          enterpriseId: actor.entId,
          createdAt: now,
        }),
        ...(await picturesOf(context, id, items)),
        recordEmployee(context, id, 'ADDED'),
        changeNewcomer(context, row, { state, employeeId: id, departmentId: input.departmentId }),
        recordNewcomer(context, row, 'COMPLETED'),
        tellNewcomer(context, row.id, 'NEWCOMER_COMPLETED'),
        forgetDraftOf(context, row.id),
        ...context.remember(answer),
      ],
      new AppError('NEWCOMER_CHANGED'),
    );
  } catch (error) {
    if (isUniqueError(error)) await refuseTwin(context, id, columns, error);
    throw error;
  }
  return answer;
}

const namesOf = (items: readonly ItemSource[]): string => items.map(({ name }) => name).join('、');

/** The roster's forms from the approved values of preset fields. Throws NEWCOMER_VALUES. */
async function formsOf(
  context: SignedInContext,
  row: NewcomerSource,
  items: readonly ItemSource[],
  { entryDate, departmentId }: { entryDate: string; departmentId: string },
): Promise<Forms> {
  const values: Record<string, string> = {};
  for (const item of items) if (item.code !== '') values[item.code] = await openValue(context, item);
  Object.assign(values, {
    realName: await openNewcomerName(context, row),
    mobile: await openNewcomerField(context, row, 'mobile'),
    idType: row.idType,
    idNumber: await openNewcomerField(context, row, 'idNumber'),
    emergencyGender: GENDER_OF[values.emergencyGender ?? ''] ?? '',
    entryDate,
    departmentId,
  });
  const forms: Forms = {};
  const wrong = new Set<string>();
  for (const section of SECTIONS) {
    const form = SECTION_FORMS[section];
    const fields = Object.fromEntries(Object.keys(form.shape).map((name) => [name, values[name] ?? '']));
    const parsed = form.safeParse(fields);
    if (parsed.success) forms[section] = parsed.data;
    else for (const issue of parsed.error.issues) wrong.add(String(issue.path[0]));
  }
  if (wrong.size > 0) {
    const named = items.filter(({ code }) => wrong.has(code));
    throw new AppError('NEWCOMER_VALUES', { names: namesOf(named.length > 0 ? named : items) });
  }
  return forms;
}

const CERTIFICATES = ['EDUCATION', 'RESIGNATION'] as const satisfies readonly EmployeeImage[];

/**
 * Papers for the roster: the two that have their place there, and every other by the name of its field. The copy has the
 * same key: each row opens the picture by itself.
 */
async function picturesOf(
  context: SignedInContext,
  employeeId: string,
  items: readonly ItemSource[],
): Promise<Statement[]> {
  const images = await Promise.all(
    items.flatMap((item) =>
      item.type === 'IMAGE' && item.valueSealed !== ''
        ? [Promise.resolve(openValue(context, item)).then((imageId) => ({ imageId, item }))]
        : [],
    ),
  );
  if (images.length === 0) return [];
  const rows = await context.db
    .select()
    .from(newcomerImage)
    .where(
      and(
        eq(newcomerImage.enterpriseId, context.actor.entId),
        inArray(
          newcomerImage.id,
          images.map(({ imageId }) => imageId),
        ),
      ),
    );
  return rows.flatMap(({ newcomerId: _, itemId: __, createdAt: ___, ...picture }) => {
    const item = images.find(({ imageId }) => imageId === picture.id)?.item;
    if (!item) return [];
    const place = isOneOf(CERTIFICATES, item.code)
      ? { kind: item.code }
      : { kind: 'PAPER' as const, name: item.name };
    return [
      context.db.insert(employeeImage).values({ ...picture, ...place, employeeId, createdAt: context.now }),
    ];
  });
}
