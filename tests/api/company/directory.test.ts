import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDepartment, headDepartment, placePersons } from '#core/company/department-calls.ts';
import { getDirectory } from '#core/company/directory-calls.ts';
import { maskMobile } from '#core/identity/mask.ts';
import { account } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { addMember, companyWithAdmin, database, newPerson, type Person } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

/** Of whom somebody sees the number whole, by id; everybody else’s must be masked. */
async function whole(client: ApiClient, people: readonly Person[]): Promise<string[]> {
  const { people: seen } = await client.call(getDirectory, {});
  return people
    .filter(({ id, mobile }) => {
      const shown = seen.find(({ userId }) => userId === id)?.mobile;
      expect([mobile, maskMobile(mobile)]).toContain(shown);
      return shown === mobile;
    })
    .map(({ name }) => name);
}

it('shows members the people by department, and complete numbers only by rule', async () => {
  const { admin, ent } = await companyWithAdmin();
  const [head, clerk, lawyer, hr] = [
    await newPerson({ name: '部门甲' }),
    await newPerson({ name: '职员乙' }),
    await newPerson({ name: '法务丙' }),
    await newPerson({ name: '人事丁' }),
  ];
  for (const [person, role] of [
    [head, 'EMPLOYEE'],
    [clerk, 'EMPLOYEE'],
    [lawyer, 'SIGN_OPERATOR'],
    [hr, 'HR'],
  ] as const)
    await addMember(ent, person, [role]);
  const top = await admin.call(addDepartment, { parentId: '', name: '销售部' });
  const below = await admin.call(addDepartment, { parentId: top.departmentId, name: '华东组' });
  await admin.call(placePersons, { userIds: [head.id], departmentId: top.departmentId });
  await admin.call(placePersons, { userIds: [clerk.id], departmentId: below.departmentId });
  await admin.call(headDepartment, { departmentId: top.departmentId, userId: head.id });
  const all = [head, clerk, lawyer, hr];
  expect(await whole(await signedIn(head, ent), all)).toEqual(['部门甲', '职员乙']);
  expect(await whole(await signedIn(clerk, ent), all)).toEqual(['部门甲', '职员乙']);
  expect(await whole(await signedIn(lawyer, ent), all)).toEqual(['法务丙']);
  expect(await whole(await signedIn(hr, ent), all)).toEqual(['部门甲', '职员乙', '法务丙', '人事丁']);
  const { departments, people } = await (await signedIn(clerk, ent)).call(getDirectory, {});
  expect(departments.map(({ path, headId }) => [path.join('/'), headId])).toEqual([
    ['销售部', head.id],
    ['销售部/华东组', ''],
  ]);
  expect(people.find(({ userId }) => userId === clerk.id)).toMatchObject({
    name: '职员乙',
    departmentId: below.departmentId,
  });
  // an answer for a masked number holds no address and no digit between
  expect(JSON.stringify(people)).not.toContain(lawyer.mobile);
});

it('only contains the enterprise acted for, without people who left or closed their account', async () => {
  const { admin, ent } = await companyWithAdmin();
  const [closed, stranger] = [await newPerson(), await newPerson()];
  await addMember(ent, closed, ['EMPLOYEE']);
  await database().update(account).set({ status: 'CANCELLED' }).where(eq(account.id, closed.id));
  const { people } = await admin.call(getDirectory, {});
  expect(people).toHaveLength(1);
  const other = await companyWithAdmin();
  expect((await other.admin.call(getDirectory, {})).people.map(({ userId }) => userId)).not.toContain(
    people[0]?.userId,
  );
  expect(await refusal(await signedIn(stranger), getDirectory, {})).toBe('SWITCH_TO_ENTERPRISE');
});
