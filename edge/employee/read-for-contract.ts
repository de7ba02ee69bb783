import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { readForContract as call } from '#core/employee/contract-calls.ts';
import { AppError } from '#core/errors.ts';
import { employee } from '#db/schema/index.ts';
import { departmentPaths } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { openSection, recordEmployee } from './read-employee.ts';

/**
 * Employees as a contract needs them, in full and in the order that was asked for. Writes an access record for
 * each before it responds. Throws NOT_FOUND if one of them is not the enterprise's.
 */
export async function readForContract(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const wanted = [...new Set(input.employeeIds)];
  const rows = await db
    .select()
    .from(employee)
    .where(and(eq(employee.enterpriseId, actor.entId), inArray(employee.id, wanted)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (byId.size < wanted.length) throw new AppError('NOT_FOUND');
  await commit(
    context,
    [],
    wanted.map((id) => recordEmployee(context, id, 'REVEALED', 'PERSONAL')),
  );
  const pathOf = await departmentPaths(context, actor.entId);
  return {
    employees: await Promise.all(
      wanted.map(async (id) => {
        const row = byId.get(id)!;
        const {
          realName = '',
          mobile = '',
          idNumber = '',
          email = '',
        } = await openSection(context, row, 'PERSONAL');
        const { jobContent, workLocation, entryDate, contractStart, contractEnd, departDate } = row;
        return {
          employeeId: id,
          ...{ realName, mobile, idNumber, email, jobContent, workLocation, entryDate },
          ...{ contractStart, contractEnd, departDate },
          department: pathOf(row.departmentId),
        };
      }),
    ),
  };
}
