import { and, eq, ne, or } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { addEmployee as addCall, changeEmployee as changeCall } from '#core/employee/calls.ts';
import { SECTIONS, type Section } from '#core/employee/sections.ts';
import { AppError } from '#core/errors.ts';
import { employee } from '#db/schema/index.ts';
import { checkDepartment, departmentOpen } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { changesOf } from './changes.ts';
import {
  columnsOf,
  employeeUnchanged,
  readEmployee,
  recordEmployee,
  refuseWithheld,
} from './read-employee.ts';

type Forms = Partial<Record<Section, Record<string, string>>>;
type SentSections = Partial<Record<Lowercase<Section>, Record<string, string>>>;

/** Forms by their section; one that was not sent is not there. */
function formsOf(input: SentSections): Forms {
  const forms: Forms = {};
  for (const section of SECTIONS) {
    const form = input[section.toLowerCase() as Lowercase<Section>];
    if (form) forms[section] = form;
  }
  return forms;
}

/** Puts somebody on the roster. Throws EMPLOYEE_MOBILE_TAKEN, EMPLOYEE_NUMBER_TAKEN for who is on it already. */
export async function addEmployee(
  input: ParsedInputOf<typeof addCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof addCall>> {
  const { actor, db, now } = context;
  const id = context.newId();
  refuseWithheld(context, ...Object.keys(formsOf(input)));
  const { departmentId } = input.work;
  await checkDepartment(context, actor.entId, departmentId, 'work.departmentId');
  const columns = await columnsOf(context, id, formsOf(input));
  const answer = { employeeId: id };
  try {
    await commit(context, departmentOpen(actor.entId, departmentId), [
      db.insert(employee).values({
        ...(columns as typeof employee.$inferInsert),
        id,
        enterpriseId: actor.entId,
        createdAt: now,
      }),
      recordEmployee(context, id, 'ADDED'),
      ...context.remember(answer),
    ]);
  } catch (error) {
    await refuseTwin(context, id, columns, error);
  }
  return answer;
}

/** Changes sections as a whole. Throws EMPLOYEE_CHANGED where somebody was quicker, and as `addEmployee` does. */
export async function changeEmployee(
  input: ParsedInputOf<typeof changeCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof changeCall>> {
  const { actor, db } = context;
  const row = await readEmployee(context, input.employeeId);
  if (row.version !== input.version) throw new AppError('EMPLOYEE_CHANGED');
  const forms = formsOf(input);
  if (Object.keys(forms).length === 0) throw new AppError('INPUT_INVALID');
  refuseWithheld(context, ...Object.keys(forms));
  if (row.departDate !== '' && input.work && input.work.entryDate > row.departDate)
    throw new InputRefused([{ path: 'work.entryDate', problem: 'employee:rule.departBeforeEntry' }]);
  // Who left keeps a department that was closed since; nobody is put into one.
  const wanted = input.work?.departmentId ?? row.departmentId;
  const moved = wanted === row.departmentId ? '' : wanted;
  await checkDepartment(context, actor.entId, moved, 'work.departmentId');
  const columns = await columnsOf(context, row.id, forms, row.sealed);
  const changes = await changesOf(context, row, forms);
  try {
    await commit(
      context,
      [employeeUnchanged(row), ...departmentOpen(actor.entId, moved)],
      [
        db
          .update(employee)
          .set({ ...columns, version: row.version + 1 })
          .where(eq(employee.id, row.id)),
        recordEmployee(context, row.id, 'CHANGED', Object.keys(forms).join(' ')),
        ...changes,
      ],
    );
  } catch (error) {
    await refuseTwin(context, row.id, columns, error);
  }
  return { version: row.version + 1 };
}

type Columns = Pick<typeof employee.$inferInsert, 'mobileIndex' | 'idNumberIndex'>;

/** Says which number another employee has, where that is what stopped the change. */
export async function refuseTwin(
  { actor, db }: SignedInContext,
  id: string,
  columns: Partial<Columns>,
  error: unknown,
): Promise<never> {
  if (error instanceof GuardFailed) throw new AppError('EMPLOYEE_CHANGED');
  if (!isUniqueError(error)) throw error;
  const { mobileIndex = '', idNumberIndex = '' } = columns;
  const [twin] = await db
    .select({ mobileIndex: employee.mobileIndex })
    .from(employee)
    .where(
      and(
        eq(employee.enterpriseId, actor.entId),
        eq(employee.state, 'ACTIVE'),
        ne(employee.id, id),
        or(eq(employee.mobileIndex, mobileIndex), eq(employee.idNumberIndex, idNumberIndex)),
      ),
    );
  if (!twin) throw error;
  if (twin.mobileIndex === mobileIndex) throw new AppError('EMPLOYEE_MOBILE_TAKEN', {}, 'personal.mobile');
  throw new AppError('EMPLOYEE_NUMBER_TAKEN', {}, 'personal.idNumber');
}
