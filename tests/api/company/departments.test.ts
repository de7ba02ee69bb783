import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listPersons, removePerson } from '#core/company/calls.ts';
import {
  addDepartment,
  type Department,
  headDepartment,
  listDepartments,
  mergeDepartment,
  moveDepartment,
  placePersons,
  removeDepartment,
  renameDepartment,
} from '#core/company/department-calls.ts';
import { addEmployee, departEmployee, getEmployee, restoreEmployee } from '#core/employee/calls.ts';
import { addNewcomers, getNewcomer } from '#core/employee/newcomer-calls.ts';
import { addOnboardingField, listOnboardingFields } from '#core/employee/onboarding-calls.ts';
import { companyRecord, department } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { addMember, companyWithAdmin, database, newPerson } from '../../fixtures/people.ts';

async function company() {
  const made = await companyWithAdmin();
  const clerk = await newPerson();
  await addMember(made.ent, clerk, ['HR']);
  return { ...made, clerk, hr: await signedIn(clerk, made.ent) };
}

const add = async (client: ApiClient, name: string, parentId = '') =>
  (await client.call(addDepartment, { parentId, name })).departmentId;
const list = (client: ApiClient) => client.call(listDepartments, {});
const paths = (rows: Department[]) => rows.map(({ path }) => path.join('/'));

describe('departments', () => {
  it('are added below each other, renamed, moved with all below them, put in order, and closed', async () => {
    const { ent, boss, admin, hr } = await company();
    expect(await list(admin)).toEqual([]);
    const sales = await add(admin, ' 销售  部 ');
    const east = await add(hr, '华东', sales);
    const law = await add(hr, '法务部');
    const team = await add(admin, '一组', east);
    expect(paths(await list(hr))).toEqual(['销售 部', '销售 部/华东', '销售 部/华东/一组', '法务部']);
    await hr.call(renameDepartment, { departmentId: sales, name: '销售部' });
    await admin.call(moveDepartment, { departmentId: east, parentId: law });
    expect(paths(await list(hr))).toEqual(['销售部', '法务部', '法务部/华东', '法务部/华东/一组']);
    await admin.call(moveDepartment, { departmentId: law, parentId: '', beforeId: sales });
    expect(paths(await list(hr))).toEqual(['法务部', '法务部/华东', '法务部/华东/一组', '销售部']);
    await admin.call(moveDepartment, { departmentId: law, parentId: '' });
    expect(paths(await list(hr))[0]).toBe('销售部');
    await admin.call(removeDepartment, { departmentId: team });
    expect(paths(await list(hr))).toEqual(['销售部', '法务部', '法务部/华东']);
    const lines = await database()
      .select()
      .from(companyRecord)
      .where(and(eq(companyRecord.enterpriseId, ent.id), eq(companyRecord.operatorId, boss.id)));
    expect(lines.map(({ record, remark }) => [record, remark])).toEqual(
      expect.arrayContaining([
        ['DEPARTMENT_ADDED', '销售 部'],
        ['DEPARTMENT_MOVED', '法务部 / 华东'],
        ['DEPARTMENT_CLOSED', '一组'],
      ]),
    );
  });

  it('refuse a name twice at one level, a place below itself, too deep a one and an unknown one', async () => {
    const { admin } = await company();
    const { admin: other } = await companyWithAdmin();
    const sales = await add(admin, '销售部');
    const east = await add(admin, '华东', sales);
    expect(await refusal(admin, addDepartment, { parentId: '', name: '销售部' })).toBe(
      'DEPARTMENT_NAME_TAKEN',
    );
    // The same name at another level is another department.
    await add(admin, '销售部', sales);
    expect(await refusal(admin, renameDepartment, { departmentId: east, name: '销售部' })).toBe(
      'DEPARTMENT_NAME_TAKEN',
    );
    for (const parentId of [sales, east])
      expect(await refusal(admin, moveDepartment, { departmentId: sales, parentId })).toBe(
        'DEPARTMENT_CIRCLE',
      );
    let deep = east;
    for (let level = 3; level <= 10; level++) deep = await add(admin, `${level} 级`, deep);
    expect(await refusal(admin, addDepartment, { parentId: deep, name: '11 级' })).toBe(
      'DEPARTMENT_TOO_DEEP',
    );
    for (const name of ['', '   ', '部'.repeat(51), '部\u202e门'])
      expect(await refusal(admin, addDepartment, { parentId: '', name }), name).toBe('INPUT_INVALID');
    // Nobody sees or touches another enterprise's.
    expect(await list(other)).toEqual([]);
    for (const [call, input] of [
      [addDepartment, { parentId: sales, name: '外人' }],
      [renameDepartment, { departmentId: sales, name: '外人' }],
      [moveDepartment, { departmentId: sales, parentId: '' }],
      [headDepartment, { departmentId: sales, userId: '' }],
      [removeDepartment, { departmentId: east }],
      [placePersons, { userIds: [other.session!.userId], departmentId: sales }],
    ] as const)
      expect(await refusal(other, call, input as never), call.id).toBe('DEPARTMENT_NOT_FOUND');
    expect((await list(admin)).find(({ departmentId }) => departmentId === sales)?.name).toBe('销售部');
  });

  it('two moves at the same moment never make a circle', async () => {
    const { admin } = await company();
    for (let i = 0; i < 5; i++) {
      const [a, b] = [await add(admin, `甲${i}`), await add(admin, `乙${i}`)];
      await Promise.all([
        admin.envelope(moveDepartment, { departmentId: a, parentId: b }),
        admin.envelope(moveDepartment, { departmentId: b, parentId: a }),
      ]);
      expect(paths(await list(admin)).filter((path) => path.includes(`${i}`))).toHaveLength(2);
    }
  });

  it('hold members and employees, are found and counted with those below, and stay while used', async () => {
    const { boss, clerk, admin, hr } = await company();
    const sales = await add(admin, '销售部');
    const east = await add(admin, '华东', sales);
    await admin.call(placePersons, { userIds: [clerk.id, boss.id], departmentId: east });
    const { employeeId } = await hr.call(addEmployee, {
      personal: {
        realName: '阿依古丽',
        mobile: newMobile(),
        idType: 'RESIDENT_ID',
        idNumber: newResidentId(),
      },
      work: { entryDate: '2024-03-01', departmentId: sales },
    });
    const find = async (departmentId: string) =>
      (await admin.call(listPersons, { departmentId })).records.map(({ userId }) => userId).sort();
    expect(await find(sales)).toEqual([boss.id, clerk.id].sort());
    expect(await find(await add(admin, '法务部'))).toEqual([]);
    const { records } = await admin.call(listPersons, { departmentId: east });
    expect(records.every(({ department: path }) => path.join('/') === '销售部/华东')).toBe(true);
    expect((await list(hr)).slice(0, 2).map(({ members, employees }) => [members, employees])).toEqual([
      [0, 1],
      [2, 0],
    ]);
    const full = await admin.envelope(removeDepartment, { departmentId: sales });
    expect(full.message).toBe('“销售部”下还有 1 个部门、1 人，请先移走后再撤销。');
    expect(await refusal(admin, removeDepartment, { departmentId: east })).toBe('DEPARTMENT_NOT_EMPTY');
    await admin.call(placePersons, { userIds: [clerk.id, boss.id], departmentId: '' });
    await admin.call(removeDepartment, { departmentId: east });
    expect(await refusal(admin, removeDepartment, { departmentId: sales })).toBe('DEPARTMENT_NOT_EMPTY');
    // Who left keeps its name, and cannot come back into it.
    await hr.call(departEmployee, { employeeId, departDate: '2026-10-31', departReason: '' });
    await admin.call(removeDepartment, { departmentId: sales });
    expect((await hr.call(getEmployee, { employeeId })).department).toEqual(['销售部']);
    await hr.call(restoreEmployee, { employeeId });
    expect(await hr.call(getEmployee, { employeeId })).toMatchObject({
      department: [],
      work: { departmentId: '' },
    });
    const closed = { entryDate: '2024-03-01', departmentId: sales };
    const personal = {
      realName: '周文',
      mobile: newMobile(),
      idType: 'RESIDENT_ID' as const,
      idNumber: newResidentId(),
    };
    expect(await refusal(hr, addEmployee, { personal, work: closed })).toBe('DEPARTMENT_NOT_FOUND');
  });

  it('have a member as their head, until that member leaves', async () => {
    const { clerk, admin } = await company();
    const stranger = await newPerson();
    const sales = await add(admin, '销售部');
    expect(await refusal(admin, headDepartment, { departmentId: sales, userId: stranger.id })).not.toBe('OK');
    await admin.call(headDepartment, { departmentId: sales, userId: clerk.id });
    await admin.call(placePersons, { userIds: [clerk.id], departmentId: sales });
    expect(await list(admin)).toMatchObject([{ headId: clerk.id, headName: clerk.name, members: 1 }]);
    await admin.call(removePerson, { userId: clerk.id });
    expect(await list(admin)).toMatchObject([{ headId: '', headName: '', members: 0 }]);
    await admin.call(removeDepartment, { departmentId: sales });
    const [row] = await database().select().from(department).where(eq(department.id, sales));
    expect(row?.closedAt).toBeGreaterThan(0);
  });

  it('are for those who look after people or the roster', async () => {
    const { ent, hr, clerk, admin } = await company();
    const employee = await newPerson();
    await addMember(ent, employee, ['EMPLOYEE', 'SEAL_ADMIN', 'SIGN_OPERATOR']);
    const client = await signedIn(employee, ent);
    expect(await refusal(client, listDepartments, {})).toBe('NO_PERMISSION');
    expect(await refusal(client, addDepartment, { parentId: '', name: '我的' })).toBe('NO_PERMISSION');
    const sales = await add(hr, '销售部');
    // HR keeps the tree; members are placed by those who look after them.
    expect(await refusal(hr, placePersons, { userIds: [clerk.id], departmentId: sales })).toBe(
      'NO_PERMISSION',
    );
    await admin.call(placePersons, { userIds: [clerk.id], departmentId: sales });
  });
});

/** A field to ask newcomers for; resolves to its id. */
async function aField(client: ApiClient): Promise<string> {
  await client.call(addOnboardingField, {
    field: {
      name: '籍贯',
      category: 'PERSONAL',
      type: 'TEXT',
      length: 50,
      options: [],
      required: true,
      shownTo: 'NEWCOMER',
    },
  });
  return (await client.call(listOnboardingFields, {})).fields[0]!.fieldId;
}

describe('merging', () => {
  const who = () => ({
    realName: '阿依古丽',
    mobile: newMobile(),
    idType: 'RESIDENT_ID' as const,
    idNumber: newResidentId(),
  });

  it('takes over members, employees, newcomers and departments, and closes it; names remain', async () => {
    const { ent, clerk, admin, hr } = await company();
    const [sales, east] = [await add(hr, '销售部'), await add(hr, '华东')];
    const team = await add(hr, '一组', east);
    const person = await newPerson();
    await addMember(ent, person, ['EMPLOYEE']);
    await admin.call(placePersons, { userIds: [person.id, clerk.id], departmentId: east });
    const [stays, left] = [who(), who()];
    const work = { entryDate: '2024-03-01', departmentId: east };
    const { employeeId } = await hr.call(addEmployee, { personal: stays, work });
    const gone = await hr.call(addEmployee, { personal: left, work });
    await hr.call(departEmployee, { employeeId: gone.employeeId, departDate: '2026-10-31' });
    const { newcomerIds } = await hr.call(addNewcomers, {
      people: [{ ...who(), departmentId: east }],
      fieldIds: [await aField(hr)],
    });
    expect(await hr.call(mergeDepartment, { departmentId: east, intoId: sales })).toEqual({
      members: 2,
      employees: 1,
      newcomers: 1,
    });
    const rows = await list(hr);
    expect(paths(rows)).toEqual(['销售部', '销售部/一组']);
    expect(rows.map(({ departmentId }) => departmentId)).toEqual([sales, team]);
    expect(rows[0]).toMatchObject({ members: 2, employees: 1 });
    const detail = await hr.call(getEmployee, { employeeId });
    expect(detail).toMatchObject({ department: ['销售部'], version: 2 });
    expect(detail.transfers).toMatchObject([
      { from: ['华东'], to: ['销售部'], reason: '', operator: clerk.name },
    ]);
    expect(detail.records[0]).toMatchObject({ record: 'TRANSFERRED', operator: clerk.name });
    expect((await hr.call(getEmployee, { employeeId: gone.employeeId })).department).toEqual(['华东']);
    const file = await hr.call(getNewcomer, { newcomerId: newcomerIds[0]! });
    expect(file.department).toEqual(['销售部']);
  });

  it('is refused into or below itself, onto a taken name and across enterprises; nothing moves', async () => {
    const { hr } = await company();
    const [sales, east] = [await add(hr, '销售部'), await add(hr, '华东')];
    const team = await add(hr, '一组', east);
    await add(hr, '一组', sales);
    const stranger = (await company()).hr;
    const elsewhere = await add(stranger, '销售部');
    for (const [intoId, answer] of [
      [east, 'DEPARTMENT_CIRCLE'],
      [team, 'DEPARTMENT_CIRCLE'],
      [sales, 'DEPARTMENT_NAME_TAKEN'],
      [elsewhere, 'DEPARTMENT_NOT_FOUND'],
    ] as const)
      expect(await refusal(hr, mergeDepartment, { departmentId: east, intoId })).toBe(answer);
    expect(await refusal(stranger, mergeDepartment, { departmentId: east, intoId: elsewhere })).toBe(
      'DEPARTMENT_NOT_FOUND',
    );
    expect(paths(await list(hr))).toEqual(['销售部', '销售部/一组', '华东', '华东/一组']);
  });
});
