import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { exportEmployees as exportCall } from '#core/employee/calls.ts';
import { maskField } from '#core/employee/mask.ts';
import { SEALED_FIELDS } from '#core/employee/sections.ts';
import { AT_ONCE } from '#core/employee/states.ts';
import { employee, employeeRecord } from '#db/schema/index.ts';
import { departmentPaths, departmentsUnder } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { refuseWithheld, storedForms } from './read-employee.ts';

const LINES_A_STATEMENT = 100;

/**
 * Exports selected sections of the roster in a fixed order. Personal values are masked, except for the name;
 * a full export writes an access record for each employee before it responds.
 */
export async function exportEmployees(
  input: ParsedInputOf<typeof exportCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof exportCall>> {
  const { actor, db } = context;
  refuseWithheld(context, ...input.sections);
  const under = await departmentsUnder(context, actor.entId, input.departmentId);
  const pathOf = await departmentPaths(context, actor.entId);
  const rows = await db
    .select()
    .from(employee)
    .where(
      and(
        eq(employee.enterpriseId, actor.entId),
        eq(employee.state, input.state),
        under ? inArray(employee.departmentId, under) : undefined,
        gt(employee.id, input.after),
      ),
    )
    .orderBy(asc(employee.id))
    .limit(AT_ONCE.export);
  if (input.full) {
    const lines = rows.map(({ id }) => ({
      id: context.newId(),
      enterpriseId: actor.entId,
      employeeId: id,
      at: context.now,
      record: 'EXPORTED' as const,
      operatorId: actor.accountId,
      remark: input.sections.join(' '),
    }));
    await commit(
      context,
      [],
      Array.from({ length: Math.ceil(lines.length / LINES_A_STATEMENT) }, (_, i) =>
        db.insert(employeeRecord).values(lines.slice(i * LINES_A_STATEMENT, (i + 1) * LINES_A_STATEMENT)),
      ),
    );
  }
  return {
    rows: await Promise.all(
      rows.map(async (row) => {
        const forms = await storedForms(context, row);
        const values: Record<string, string> = {
          realName: forms.PERSONAL.realName ?? '',
          departDate: row.departDate,
        };
        for (const section of input.sections) {
          const masked: readonly string[] = SEALED_FIELDS[section];
          for (const [name, value] of Object.entries(forms[section]))
            values[name] = masked.includes(name) && !input.full ? maskField(name, value) : value;
        }
        if (values.departmentId) values.departmentId = pathOf(row.departmentId).join(' / ');
        return { employeeId: row.id, values };
      }),
    ),
  };
}
