/** What happens to an employee: moves, changes of fields, days that end, export, the end of employment and of what is kept. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addDepartment, listDepartments } from '#core/company/department-calls.ts';
import * as calls from '#core/employee/calls.ts';
import { importEmployees, listImports, readImportRows } from '#core/employee/import-calls.ts';
import { RETENTION_YEARS } from '#core/employee/states.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import { chinaDay } from '#core/payment/china-time.ts';
import { employee, employeeChange, employeeImage, employeeTransfer } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { addMember, database, memberRow, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { blobOf, plainPng } from '#tests/fixtures/pictures.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import { newBankCard, writtenDown } from '#tests/fixtures/written-down.ts';

async function office() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { ent, boss, clerk, admin: await signedIn(boss, ent), hr: await signedIn(clerk, ent) };
}

let numbers = Math.floor(Math.random() * 1e7);
const newMobile = () => `173${String(numbers++ % 1e8).padStart(8, '0')}`;
const whoIs = (change: Record<string, string> = {}) => ({
  realName: '阿依古丽',
  mobile: newMobile(),
  idType: 'RESIDENT_ID' as const,
  idNumber: newResidentId(),
  ...change,
});
const add = async (hr: ApiClient, personal = whoIs(), more: object = {}, work: object = {}) =>
  (await hr.call(calls.addEmployee, { personal, work: { entryDate: '2024-03-01', ...work }, ...more }))
    .employeeId;
const today = () => chinaDay(Date.now());

describe('a move to another department', () => {
  it('[2.14] takes several at once, with its day and reason, and is kept as it was', async () => {
    const { hr, clerk } = await office();
    const { departmentId: sales } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const { departmentId: west } = await hr.call(addDepartment, { parentId: sales, name: '西区' });
    const [one, other, there] = [
      await add(hr),
      await add(hr, whoIs(), {}, { departmentId: sales }),
      await add(hr, whoIs(), {}, { departmentId: west }),
    ];
    const move = {
      employeeIds: [one, other, there],
      departmentId: west,
      day: '2026-01-05',
      reason: '业务调整',
    };
    expect(await hr.call(calls.transferEmployees, move)).toEqual({ moved: 2, left: 1 });
    const detail = await hr.call(calls.getEmployee, { employeeId: other });
    expect(detail.department).toEqual(['市场部', '西区']);
    expect(detail.transfers).toEqual([
      {
        day: '2026-01-05',
        from: ['市场部'],
        to: ['市场部', '西区'],
        reason: '业务调整',
        operator: clerk.name,
        at: expect.any(Number),
      },
    ]);
    expect(detail.records[0]).toMatchObject({ record: 'TRANSFERRED' });
    expect((await hr.call(calls.getEmployee, { employeeId: there })).transfers).toEqual([]);
    const [kept] = await database()
      .select()
      .from(employeeTransfer)
      .where(eq(employeeTransfer.employeeId, other));
    expect(JSON.stringify(kept)).not.toContain('业务调整');

    const problems = async (change: object) =>
      (await hr.envelope(calls.transferEmployees, { ...move, ...change })).fields;
    expect(await problems({ day: dayAfter(today(), 1) })).toEqual([
      { path: 'day', problem: 'employee:rule.transferLater' },
    ]);
    expect(await problems({ departmentId: sales, day: '2024-02-29' })).toEqual([
      { path: 'day', problem: 'employee:rule.transferBeforeEntry' },
    ]);
    const stranger = (await office()).hr;
    expect(await refusal(stranger, calls.transferEmployees, move)).toBe('DEPARTMENT_NOT_FOUND');
    const own = (await stranger.call(addDepartment, { parentId: '', name: '别处' })).departmentId;
    expect(await refusal(stranger, calls.transferEmployees, { ...move, departmentId: own })).toBe(
      'NOT_FOUND',
    );
    expect((await hr.call(listDepartments, {})).map(({ employees }) => employees)).toEqual([0, 3]);
  });
});

describe('the fields of an employee', () => {
  it('[2.14] show their former values: encrypted at rest, masked if personal', async () => {
    const { hr, clerk } = await office();
    const employeeId = await add(hr, whoIs(), { salary: { salary: '9000' } });
    await hr.call(calls.changeEmployee, {
      employeeId,
      version: 1,
      salary: { salary: '9500' },
      work: { entryDate: '2024-03-01', workLocation: '喀什' },
    });
    const changes = async (section: 'SALARY' | 'WORK') =>
      (await hr.call(calls.listChanges, { employeeId, section })).records;
    const at = expect.any(Number);
    expect(await changes('SALARY')).toEqual([
      { at, operator: clerk.name, field: 'salary', before: '****', after: '****' },
    ]);
    expect(await changes('WORK')).toEqual([
      { at, operator: clerk.name, field: 'workLocation', before: '', after: '喀什' },
    ]);
    const kept = await database()
      .select()
      .from(employeeChange)
      .where(eq(employeeChange.employeeId, employeeId));
    expect(JSON.stringify(kept)).not.toMatch(/9000|9500|喀什/);
    expect(await refusal((await office()).hr, calls.listChanges, { employeeId, section: 'WORK' })).toBe(
      'NOT_FOUND',
    );
  });

  it('[2.14] warn of contracts, probations and papers that end, and are found by it', async () => {
    const { hr } = await office();
    const soon = dayAfter(today(), 10);
    const past = dayAfter(today(), -1);
    const start = '2024-03-01';
    await add(hr, whoIs({ realName: '合同到期' }), { contract: { contractStart: start, contractEnd: soon } });
    await add(hr, whoIs({ realName: '合同过期' }), { contract: { contractStart: start, contractEnd: past } });
    await add(hr, whoIs({ realName: '试用将满' }), {}, { regularDate: soon });
    await add(hr, whoIs({ realName: '证件将满', idExpiry: soon }));
    await add(hr, whoIs({ realName: '证件过期', idExpiry: past }));
    await add(hr, whoIs({ realName: '都还早', idExpiry: dayAfter(today(), 31) }), {
      contract: { contractStart: start, contractEnd: dayAfter(today(), 31) },
    });
    const { records } = await hr.call(calls.listEmployees, {});
    expect(Object.fromEntries(records.map(({ realName, warnings }) => [realName, warnings]))).toEqual({
      合同到期: ['CONTRACT_ENDS'],
      合同过期: ['CONTRACT_ENDED'],
      试用将满: ['PROBATION_ENDS'],
      证件将满: ['ID_ENDS'],
      证件过期: ['ID_ENDED'],
      都还早: [],
    });
    for (const { realName, warnings } of records)
      for (const warning of warnings)
        expect((await hr.call(calls.listEmployees, { warning })).records.map((row) => row.realName)).toEqual([
          realName,
        ]);
  });
});

describe('an export', () => {
  it('[2.14] contains the requested sections, masked; a complete one is recorded for each employee', async () => {
    const { hr, admin } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const personal = whoIs();
    const employeeId = await add(hr, personal, { salary: { salary: '9000' } }, { departmentId });
    await add(hr);
    const wanted = {
      state: 'ACTIVE' as const,
      departmentId,
      sections: ['PERSONAL' as const, 'WORK' as const, 'SALARY' as const],
    };
    const masked = await hr.call(calls.exportEmployees, wanted);
    expect(masked.rows).toHaveLength(1);
    expect(masked.rows[0]!.values).toMatchObject({
      realName: '阿依古丽',
      mobile: `173****${personal.mobile.slice(-4)}`,
      departmentId: '市场部',
      salary: '****',
    });
    const lines = async () =>
      (await admin.call(calls.getEmployee, { employeeId })).records.filter(
        ({ record }) => record === 'EXPORTED',
      );
    expect(await lines()).toEqual([]);
    const full = await hr.call(calls.exportEmployees, { ...wanted, full: true });
    expect(full.rows[0]!.values).toMatchObject({ idNumber: personal.idNumber, salary: '9000.00' });
    expect(await lines()).toMatchObject([{ remark: 'PERSONAL WORK SALARY' }]);
    expect((await hr.call(calls.exportEmployees, { ...wanted, after: employeeId })).rows).toEqual([]);
  });
});

describe('leaving', () => {
  it('ends the membership with the employment if a permitted person requests it, and for nobody else', async () => {
    const { ent, boss, admin, hr } = await office();
    const guest = await newPerson();
    await addMember(ent, guest, ['SIGN_OPERATOR']);
    const session = await signedIn(guest, ent);
    const employeeId = await add(hr, whoIs({ mobile: guest.mobile }));
    const depart = { employeeId, departDate: '2026-10-31', endMembership: true };
    expect(await refusal(hr, calls.departEmployee, depart)).toBe('NO_PERMISSION');
    expect((await hr.call(calls.getEmployee, { employeeId })).state).toBe('ACTIVE');
    expect(await admin.call(calls.departEmployee, depart)).toEqual({ member: false });
    expect((await memberRow(ent, guest))?.leftAt).toEqual(expect.any(Number));
    // The page that is open acts for the enterprise no more.
    expect(await refusal(session, listDepartments, {})).not.toBe('OK');
    expect((await hr.call(calls.getEmployee, { employeeId })).state).toBe('DEPARTED');

    // Nobody ends the administrator's membership so; what HR enters leaves the membership as it is.
    const own = await add(hr, whoIs({ mobile: boss.mobile }));
    expect(await refusal(admin, calls.departEmployee, { ...depart, employeeId: own })).toBe('ROLE_NOT_YOURS');
    expect((await hr.call(calls.getEmployee, { employeeId: own })).state).toBe('ACTIVE');
    expect(await hr.call(calls.departEmployee, { employeeId: own, departDate: '2026-10-31' })).toEqual({
      member: true,
    });
  });

  it('erases after two years what the law no longer requires, and keeps the fact of the employment', async () => {
    const { hr } = await office();
    const personal = whoIs({ email: 'a@example.com' });
    const employeeId = await add(hr, personal, { salary: { salary: '9000' } }, { jobContent: '销售' });
    await hr.call(calls.uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file: blobOf(plainPng()) });
    await hr.call(calls.changeEmployee, { employeeId, version: 1, salary: { salary: '9500' } });
    const year = Number(today().slice(0, 4)) - RETENTION_YEARS;
    const left = async (departDate: string) => {
      await database()
        .update(employee)
        .set({ state: 'DEPARTED', departDate })
        .where(eq(employee.id, employeeId));
      await runJobs();
      return hr.call(calls.getEmployee, { employeeId });
    };
    expect((await left(`${year}${today().slice(4)}`)).erasedAt).toBeNull();
    const erased = await left(dayAfter(`${year}${today().slice(4)}`, -1));
    expect(erased.erasedAt).toEqual(expect.any(Number));
    expect(erased.personal).toMatchObject({ realName: '阿依古丽', mobile: '', email: '' });
    expect(erased.personal.idNumber).toMatch(/^1\*+/);
    expect(erased.salary.salary).toBe('');
    expect(erased.work).toMatchObject({ jobContent: '销售', entryDate: '2024-03-01' });
    expect(erased.images).toEqual([]);
    expect(erased.records[0]).toMatchObject({ record: 'ERASED', operator: '' });
    expect((await hr.call(calls.listChanges, { employeeId, section: 'SALARY' })).records).toEqual([]);
    const rows = await database()
      .select()
      .from(employeeImage)
      .where(eq(employeeImage.employeeId, employeeId));
    expect(rows).toEqual([]);
    expect((await hr.call(calls.listEmployees, { state: 'DEPARTED' })).records[0]).toMatchObject({
      realName: '阿依古丽',
      mobile: '',
    });
  });
});

it('no salary, card or ID number reaches a log, a notice, an event, a record or an address', async () => {
  const { hr, ent } = await office();
  const guest = await newPerson();
  await addMember(ent, guest, ['EMPLOYEE']);
  const secrets = {
    idNumber: newResidentId(),
    salary: '87654.32',
    bankCard: newBankCard(),
    imported: newResidentId(),
    refused: '110105198812130000',
  };
  const personal = whoIs({ mobile: guest.mobile, idNumber: secrets.idNumber });
  const salary = { salary: secrets.salary, bankCard: secrets.bankCard, bankName: '工商银行' };
  const employeeId = await add(hr, personal, { salary });
  await refusal(hr, calls.addEmployee, { personal, work: { entryDate: '2024-03-01' }, salary });
  await refusal(hr, calls.addEmployee, {
    personal: { ...personal, idNumber: secrets.refused },
    work: { entryDate: '2024-03-01' },
  });
  await hr.call(calls.revealEmployee, { employeeId, section: 'SALARY' });
  await hr.call(calls.changeEmployee, { employeeId, version: 1, salary: { ...salary, salary: '12345.67' } });
  await hr.call(calls.exportEmployees, { state: 'ACTIVE', sections: ['PERSONAL', 'SALARY'], full: true });
  const cells = {
    realName: '买买提',
    mobile: newMobile(),
    idType: '居民身份证',
    idNumber: secrets.imported,
    entryDate: '2024-03-01',
    salary: secrets.salary,
  };
  const importId = `import${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const rows = [cells, { ...cells, idNumber: secrets.refused }].map((one, i) => ({
    number: i + 2,
    cells: one,
    odd: [],
  }));
  await hr.call(importEmployees, { importId, fileName: '花名册.xlsx', duplicates: 'SKIP', total: 2, rows });
  await expect
    .poll(async () => (await hr.call(listImports, {})).records[0]?.endTime, { timeout: 60_000 })
    .toEqual(expect.any(Number));
  await hr.call(readImportRows, { importId });
  await hr.call(calls.departEmployee, { employeeId, departDate: '2026-10-31', departReason: '个人原因' });
  await runJobs();

  expect(await writtenDown([...Object.values(secrets), '12345.67'])).toEqual([]);
  // What a call gets in its address could hold neither.
  const inAddress = Object.values(calls).filter((one) => one.method === 'GET');
  for (const one of inAddress)
    expect(Object.keys('shape' in one.input ? one.input.shape : {}).join(' '), one.id).not.toMatch(
      /idNumber|salary|bankCard/i,
    );
});
