import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listChanges as listCall } from '#core/employee/calls.ts';
import { maskField } from '#core/employee/mask.ts';
import { SEALED_FIELDS, SECTIONS, type Section } from '#core/employee/sections.ts';
import { employeeChange } from '#db/schema/index.ts';
import { departmentPaths } from '#edge/company/departments.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type EmployeeSource, readEmployee, refuseWithheld, storedForms } from './read-employee.ts';

type Values = Record<string, string>;
const ROWS_A_STATEMENT = 50;

/** Lines of what the forms change of an employee, field by field: both values sealed, whatever they are. */
export async function changesOf(
  context: SignedInContext,
  row: EmployeeSource,
  forms: Partial<Record<Section, Values>>,
): Promise<Statement[]> {
  const before = await storedForms(context, row);
  const lines = await Promise.all(
    SECTIONS.flatMap((section) =>
      Object.entries(forms[section] ?? {})
        .filter(([field, value]) => value !== (before[section][field] ?? ''))
        .map(async ([field, value]) => {
          const id = context.newId();
          const seal = async (text: string) =>
            text === '' ? '' : await context.keys.sealField(text, `change:${id}`);
          return {
            id,
            enterpriseId: row.enterpriseId,
            employeeId: row.id,
            section,
            field,
            beforeSealed: await seal(before[section][field] ?? ''),
            afterSealed: await seal(value),
            operatorId: context.actor.accountId,
            at: context.now,
          };
        }),
    ),
  );
  return Array.from({ length: Math.ceil(lines.length / ROWS_A_STATEMENT) }, (_, i) =>
    context.db.insert(employeeChange).values(lines.slice(i * ROWS_A_STATEMENT, (i + 1) * ROWS_A_STATEMENT)),
  );
}

/** What fields of a section were before, the newest first; what is personal is masked as on the page itself. */
export async function listChanges(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const employee = await readEmployee(context, input.employeeId);
  refuseWithheld(context, input.section);
  const where = and(eq(employeeChange.employeeId, employee.id), eq(employeeChange.section, input.section));
  const { db } = context;
  const { rows, page } = await readPage(
    db,
    input,
    db.select().from(employeeChange).where(where).orderBy(desc(employeeChange.at), desc(employeeChange.id)),
    db.select({ n: count() }).from(employeeChange).where(where),
  );
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  const pathOf = await departmentPaths(context, employee.enterpriseId);
  const masked: readonly string[] = SEALED_FIELDS[input.section];
  const shown = async (id: string, field: string, sealed: string): Promise<string> => {
    if (sealed === '') return '';
    const text = await context.keys.openField(sealed, `change:${id}`);
    if (field === 'departmentId') return pathOf(text).join(' / ');
    return masked.includes(field) ? maskField(field, text) : text;
  };
  return {
    records: await Promise.all(
      rows.map(async ({ id, at, operatorId, field, beforeSealed, afterSealed }) => ({
        at,
        operator: names.get(operatorId) ?? '',
        field,
        before: await shown(id, field, beforeSealed),
        after: await shown(id, field, afterSealed),
      })),
    ),
    ...page,
  };
}
