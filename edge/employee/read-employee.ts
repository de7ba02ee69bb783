import { and, eq, sql } from 'drizzle-orm';
import { isWithheld } from '#core/employee/access.ts';
import { SEALED_FIELDS, type Section } from '#core/employee/sections.ts';
import type { EmployeeRecord } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { oneOf } from '#core/one-of.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { employee, employeeRecord } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { openFields, sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';

export type EmployeeSource = typeof employee.$inferSelect;

/** An employee of the current enterprise. Throws NOT_FOUND for employees of others. */
export async function readEmployee(
  { actor, db }: SignedInContext,
  employeeId: string,
): Promise<EmployeeSource> {
  const [row] = await db
    .select()
    .from(employee)
    .where(and(eq(employee.id, employeeId), eq(employee.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Throws SALARY_WITHHELD if one of the sections, or onboarding categories, is the salary's and withheld from the actor. */
export function refuseWithheld({ actor }: SignedInContext, ...sections: readonly string[]): void {
  if (sections.some((section) => isWithheld(actor.salaryWithheld, section)))
    throw new AppError('SALARY_WITHHELD');
}

/** Guard: nobody changed the employee since the row was read. */
export const employeeUnchanged = ({ id, version }: Pick<EmployeeSource, 'id' | 'version'>) =>
  sql`select 1 from ${employee} where ${employee.id} = ${id} and ${employee.version} = ${version}`;

export const openEmployeeName = (
  { keys }: Pick<Context, 'keys'>,
  row: Pick<EmployeeSource, 'id' | 'nameSealed'>,
): Promise<string> => keys.openField(row.nameSealed, `realName:${row.id}`);

/** All encrypted values of a section, including empty ones. */
export async function openSection(
  context: Pick<Context, 'keys'>,
  row: EmployeeSource,
  section: Section,
): Promise<Record<string, string>> {
  const names: readonly string[] = SEALED_FIELDS[section];
  const all: Record<string, string> = { ...row.sealed, realName: row.nameSealed };
  const selected = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  const opened = await openFields(context, row.id, selected);
  return Object.fromEntries(names.map((name) => [name, opened[name] ?? '']));
}

/** An employee's stored values in the structure of the roster's forms. */
export async function storedForms(
  context: Pick<Context, 'keys'>,
  row: EmployeeSource,
): Promise<Record<Section, Record<string, string>>> {
  const open = (section: Section) => openSection(context, row, section);
  const [PERSONAL, CONTACT, SALARY] = await Promise.all([open('PERSONAL'), open('CONTACT'), open('SALARY')]);
  const { entryDate, departmentId, jobContent, workLocation, regularDate, firstWorkDate } = row;
  return {
    PERSONAL: { ...PERSONAL, idType: row.idType, idExpiry: row.idExpiry },
    WORK: { entryDate, departmentId, jobContent, workLocation, regularDate, firstWorkDate },
    CONTACT,
    SALARY,
    CONTRACT: { contractStart: row.contractStart, contractEnd: row.contractEnd },
  };
}

type Values = Record<string, string>;

/**
 * Columns of an employee's row from the forms of some sections, with what else is sealed in it (`before`). What is empty
 * is not kept, so that the row does not tell which values there are by sealing nothing.
 */
export async function columnsOf(
  context: Pick<Context, 'keys'>,
  id: string,
  forms: Partial<Record<Section, Values>>,
  before: Values = {},
): Promise<Partial<typeof employee.$inferInsert>> {
  const sealed = { ...before };
  for (const section of Object.keys(forms) as Section[]) {
    const form = forms[section] ?? {};
    const named = SEALED_FIELDS[section].filter((name) => name !== 'realName');
    for (const name of named) delete sealed[name];
    const filled = named.flatMap((name) => (form[name] ? [[name, form[name]] as const] : []));
    Object.assign(sealed, await sealFields(context, id, Object.fromEntries(filled)));
  }
  const { PERSONAL: who, WORK: work, CONTRACT: contract } = forms;
  return {
    sealed,
    ...work,
    ...contract,
    ...(who && {
      idType: oneOf(ID_TYPES, who.idType),
      idExpiry: who.idExpiry ?? '',
      nameSealed: await context.keys.sealField(who.realName ?? '', `realName:${id}`),
      mobileIndex: await context.keys.indexOf(who.mobile ?? '', 'mobile'),
      idNumberIndex: await idNumberIndex(context, who.idType ?? '', who.idNumber ?? ''),
    }),
  };
}

/** A row of the employee's change history. */
export const lineOf = (
  context: SignedInContext,
  employeeId: string,
  record: EmployeeRecord,
  remark = '',
): typeof employeeRecord.$inferInsert => ({
  id: context.newId(),
  enterpriseId: context.actor.entId,
  employeeId,
  at: context.now,
  record,
  operatorId: context.actor.accountId,
  remark,
});

/** Adds a row to the employee's change history. */
export const recordEmployee = (...line: Parameters<typeof lineOf>): Statement =>
  line[0].db.insert(employeeRecord).values(lineOf(...line));
