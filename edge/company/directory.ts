import { and, asc, eq, isNull } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { flatten, pathOfDepartment, treeOfDepartments } from '#core/company/departments.ts';
import { sightOf } from '#core/company/directory.ts';
import type { getDirectory as call } from '#core/company/directory-calls.ts';
import { maskMobile } from '#core/identity/mask.ts';
import { account, member } from '#db/schema/index.ts';
import { ANY_NAME, openDisplayName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readDepartments } from './departments.ts';

/** Everybody of the enterprise acted for, with what the one who asks may see of them. */
export async function getDirectory(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, keys } = context;
  const [departments, rows] = await Promise.all([
    readDepartments(context, actor.entId),
    db
      .select({
        ...ANY_NAME,
        departmentId: member.departmentId,
        mobileSealed: account.mobileSealed,
        emailSealed: account.emailSealed,
      })
      .from(member)
      .innerJoin(account, and(eq(account.id, member.accountId), eq(account.status, 'ENABLE')))
      .where(and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt)))
      .orderBy(asc(member.joinedAt), asc(member.id)),
  ]);
  const own = rows.find(({ id }) => id === actor.accountId);
  const sees = sightOf(
    { accountId: actor.accountId, departmentId: own?.departmentId ?? '', roles: actor.roles },
    departments,
  );
  const open = departments.map(({ id }) => id);
  const people = await Promise.all(
    rows.map(async ({ mobileSealed, emailSealed, departmentId, ...row }) => {
      const mobile = mobileSealed && (await keys.openField(mobileSealed, `mobile:${row.id}`));
      const seesAll = sees({ accountId: row.id, departmentId });
      return {
        userId: row.id,
        name: await openDisplayName(context, row),
        departmentId: open.includes(departmentId) ? departmentId : '',
        mobile: seesAll ? mobile : maskMobile(mobile),
        email: seesAll && emailSealed ? await keys.openField(emailSealed, `email:${row.id}`) : '',
      };
    }),
  );
  return {
    departments: flatten(treeOfDepartments(departments)).map(({ id, parentId, name, headId }) => ({
      departmentId: id,
      parentId,
      name,
      path: pathOfDepartment(departments, id),
      headId,
    })),
    people,
  };
}
