/** What happens to an employee: moves, changes of fields, days that end, export, the end of employment and of what is kept. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import { addDepartment, listDepartments } from '#core/company/department-calls.ts';
import { changeSeveral } from '#core/employee/batch-edit-calls.ts';
import * as calls from '#core/employee/calls.ts';
import { importEmployees, listImports, readImportRows } from '#core/employee/import-calls.ts';
import { RETENTION_YEARS } from '#core/employee/states.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import {
  account,
  employee,
  employeeChange,
  employeeImage,
  employeeTransfer,
  member,
  rateCount,
} from '#db/schema/index.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import type { ApiClient } from '#tests/client.ts';
import { enterpriseSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, database, keyring, memberRow, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newBankCard, newResidentId, newSalary } from '#tests/fixtures/personal-values.ts';
import { blobOf, plainPng } from '#tests/fixtures/pictures.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { writtenDown } from '#tests/fixtures/written-down.ts';

async function office() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { ent, boss, clerk, admin: await signedIn(boss, ent), hr: await signedIn(clerk, ent) };
}

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
/** Forgets how often HR had the identity of this member compared today. */
const clearTries = (entId: string, accountId: string) =>
  database()
    .delete(rateCount)
    .where(eq(rateCount.name, `roster-end:${entId}:${accountId}`));
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

describe('an edit of several employees', () => {
  it('[2.14] changes chosen fields of each, traced singly, and moves them with day and reason', async () => {
    const { hr, clerk } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const [one, other] = [
      await add(hr, whoIs(), {}, { jobContent: '会计', workLocation: '杭州' }),
      await add(hr, whoIs(), {}, { departmentId, jobContent: '销售' }),
    ];
    const change = {
      employeeIds: [one, other],
      values: { departmentId, jobContent: '销售', workLocation: '' },
      day: '2026-01-05',
      reason: '业务调整',
    };
    expect((await hr.call(changeSeveral, change)).results).toEqual([
      { employeeId: one, result: 'CHANGED', problem: '' },
      { employeeId: other, result: 'SAME', problem: '' },
    ]);
    const detail = await hr.call(calls.getEmployee, { employeeId: one });
    expect(detail.work).toMatchObject({ departmentId, jobContent: '销售', workLocation: '' });
    expect(detail.transfers).toMatchObject([
      { day: '2026-01-05', to: ['市场部'], reason: '业务调整', operator: clerk.name },
    ]);
    expect(detail.records.map(({ record, remark }) => `${record} ${remark}`.trim()).sort()).toEqual([
      'ADDED',
      'CHANGED WORK',
      'TRANSFERRED',
    ]);
    const { records } = await hr.call(calls.listChanges, { employeeId: one, section: 'WORK' });
    expect(records.map(({ field, before, after }) => [field, before, after]).sort()).toEqual([
      ['departmentId', '', '市场部'],
      ['jobContent', '会计', '销售'],
      ['workLocation', '杭州', ''],
    ]);
    expect((await hr.call(calls.getEmployee, { employeeId: other })).records).toHaveLength(1);
  });

  it('refuses one whom the values do not fit, with the reason, and changes the others', async () => {
    const { hr } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const contract = { contract: { contractStart: '2024-03-01', contractEnd: '2026-02-28' } };
    const [good, open, late, left] = [
      await add(hr, whoIs(), contract),
      await add(hr),
      await add(hr, whoIs(), contract, { entryDate: '2026-02-01' }),
      await add(hr, whoIs(), contract),
    ];
    await hr.call(calls.departEmployee, { employeeId: left, departDate: '2026-03-01' });
    const employeeIds = [good, open, late, left];
    const ended = await hr.call(changeSeveral, { employeeIds, values: { contractEnd: '2027-02-28' } });
    expect(ended.results.map(({ result, problem }) => [result, problem])).toEqual([
      ['CHANGED', ''],
      ['REFUSED', 'employee:rule.contractStart'],
      ['CHANGED', ''],
      ['REFUSED', 'employee:rule.batchDeparted'],
    ]);
    const moved = await hr.call(changeSeveral, { employeeIds, values: { departmentId }, day: '2026-01-05' });
    expect(moved.results.map(({ problem }) => problem)).toEqual([
      '',
      '',
      'employee:rule.transferBeforeEntry',
      'employee:rule.batchDeparted',
    ]);
    const of = async (employeeId: string) => hr.call(calls.getEmployee, { employeeId });
    expect((await of(open)).contract.contractEnd).toBe('');
    expect((await of(late)).department).toEqual([]);
    expect((await of(left)).contract.contractEnd).toBe('2026-02-28');
  });

  it('as a whole refuses an unknown employee or department, a day to come, no day, and no field', async () => {
    const { hr } = await office();
    const stranger = await office();
    const employeeId = await add(hr);
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const theirs = await stranger.hr.call(addDepartment, { parentId: '', name: '市场部' });
    const day = '2026-01-05';
    const ask = (input: object) =>
      refusal(hr, changeSeveral, { employeeIds: [employeeId], values: { departmentId }, day, ...input });
    expect(await ask({ employeeIds: [employeeId, await add(stranger.hr)] })).toBe('NOT_FOUND');
    expect(await ask({ values: { departmentId: theirs.departmentId } })).toBe('DEPARTMENT_NOT_FOUND');
    expect(await ask({ day: dayAfter(today(), 1) })).toBe('INPUT_INVALID');
    expect(await ask({ day: '' })).toBe('INPUT_INVALID');
    expect(await ask({ values: {} })).toBe('INPUT_INVALID');
    expect(await ask({ values: { contractEnd: '2026-02-30' } })).toBe('INPUT_INVALID');
    const detail = await hr.call(calls.getEmployee, { employeeId });
    expect([detail.department, detail.records.length]).toEqual([[], 1]);
  });
});

describe('the fields of an employee', () => {
  it('[2.14] show their former values: encrypted at rest, masked if personal', async () => {
    const { hr, clerk } = await office();
    const employeeId = await add(hr, whoIs(), { salary: { salary: '8675090.25' } });
    await hr.call(calls.changeEmployee, {
      employeeId,
      version: 1,
      salary: { salary: '8675095.25' },
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
    expect(JSON.stringify(kept)).not.toMatch(/8675090|8675095|喀什/);
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
    const early = await add(hr, whoIs({ realName: '都还早', idExpiry: dayAfter(today(), 31) }), {
      contract: { contractStart: start, contractEnd: dayAfter(today(), 31) },
    });
    const paper = (employeeId: string, name: string, expiry: string) =>
      hr.call(calls.uploadEmployeeImage, {
        employeeId,
        kind: 'PAPER',
        name,
        expiry,
        file: blobOf(plainPng()),
      });
    await paper(early, '工作许可', dayAfter(today(), 31));
    await paper(early, '驾驶证', '');
    const papers = await add(hr, whoIs({ realName: '材料到期' }));
    await paper(papers, '健康证', soon);
    await paper(papers, '资格证', past);
    const { records } = await hr.call(calls.listEmployees, {});
    expect(Object.fromEntries(records.map(({ realName, warnings }) => [realName, warnings]))).toEqual({
      合同到期: ['CONTRACT_ENDS'],
      合同过期: ['CONTRACT_ENDED'],
      试用将满: ['PROBATION_ENDS'],
      证件将满: ['ID_ENDS'],
      证件过期: ['ID_ENDED'],
      都还早: [],
      材料到期: ['PAPER_ENDED', 'PAPER_ENDS'],
    });
    for (const { realName, warnings } of records)
      for (const warning of warnings)
        expect((await hr.call(calls.listEmployees, { warning })).records.map((row) => row.realName)).toEqual([
          realName,
        ]);
    expect((await hr.call(calls.getEmployee, { employeeId: papers })).warnings).toEqual([
      'PAPER_ENDED',
      'PAPER_ENDS',
    ]);
  });
});

describe('an export', () => {
  it('[2.14] contains the requested sections, masked; a complete one is recorded per employee', async () => {
    const { hr, admin } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const personal = whoIs();
    const employeeId = await add(hr, personal, { salary: { salary: '8675090.25' } }, { departmentId });
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
      mobile: maskedMobile(personal.mobile),
      departmentId: '市场部',
      salary: '****',
    });
    const lines = async () =>
      (await admin.call(calls.getEmployee, { employeeId })).records.filter(
        ({ record }) => record === 'EXPORTED',
      );
    expect(await lines()).toEqual([]);
    const full = await hr.call(calls.exportEmployees, { ...wanted, full: true });
    expect(full.rows[0]!.values).toMatchObject({ idNumber: personal.idNumber, salary: '8675090.25' });
    expect(await lines()).toMatchObject([{ remark: 'PERSONAL WORK SALARY' }]);
    expect((await hr.call(calls.exportEmployees, { ...wanted, after: employeeId })).rows).toEqual([]);
  });
});

describe('leaving', () => {
  it('ends the membership with the employment only on permitted request; what waits is passed on', async () => {
    const { ent, boss, admin, hr } = await office();
    const guest = await newPerson();
    await addMember(ent, guest, ['SIGN_OPERATOR']);
    const session = await signedIn(guest, ent);
    const employeeId = await add(hr, whoIs({ mobile: guest.mobile }));
    const signer = enterpriseSigner(ent, { realName: guest.name, mobile: guest.mobile });
    const { planId: taskId } = await admin.call(sendTask, await taskToSend(admin, [signer]));
    const pending = async (client: ApiClient) =>
      (await client.call(listTasks, { box: 'pending' })).records.map((row) => row.planId);
    expect([await pending(session), await pending(admin)]).toEqual([[taskId], []]);
    const depart = { employeeId, departDate: '2026-10-31', endMembership: true };
    // HR's word does not end what is not HR's to end.
    expect(await hr.call(calls.departEmployee, depart)).toEqual({ member: true });
    expect((await memberRow(ent, guest))?.leftAt).toBeNull();
    await hr.call(calls.restoreEmployee, { employeeId });
    expect(await admin.call(calls.departEmployee, depart)).toEqual({ member: false });
    expect((await memberRow(ent, guest))?.leftAt).toEqual(expect.any(Number));
    // The page that is open acts for the enterprise no more.
    expect(await refusal(session, listDepartments, {})).not.toBe('OK');
    await expect.poll(() => pending(admin)).toEqual([taskId]);
    expect(await refusal(await signedIn(guest), getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect((await hr.call(calls.getEmployee, { employeeId })).state).toBe('DEPARTED');

    // Nobody ends the administrator's membership so; what HR enters leaves the membership as it is.
    const own = await add(hr, whoIs({ mobile: boss.mobile }));
    expect(await refusal(admin, calls.departEmployee, { ...depart, employeeId: own })).toBe('ROLE_NOT_YOURS');
    expect((await hr.call(calls.getEmployee, { employeeId: own })).state).toBe('ACTIVE');
    expect(await hr.call(calls.departEmployee, { employeeId: own, departDate: '2026-10-31' })).toEqual({
      member: true,
    });
  });

  it('by HR takes all rights at once from a verified employee alone; who stays is reported', async () => {
    const { ent, boss, admin, hr } = await office();
    const idNumber = newResidentId();
    const guest = await newPerson();
    const ofTheirs = await idNumberIndex({ keys: await keyring() }, 'RESIDENT_ID', idNumber);
    await database().update(account).set({ idNumberIndex: ofTheirs }).where(eq(account.id, guest.id));
    await addMember(ent, guest, ['SIGN_OPERATOR']);
    const session = await signedIn(guest, ent);
    const employeeId = await add(hr, whoIs({ realName: guest.name, mobile: guest.mobile, idNumber }));
    const signer = enterpriseSigner(ent, { realName: guest.name, mobile: guest.mobile });
    const { planId: taskId } = await admin.call(sendTask, await taskToSend(admin, [signer]));
    const pending = async () =>
      (await admin.call(listTasks, { box: 'pending' })).records.map((row) => row.planId);
    const depart = { employeeId, departDate: '2026-10-31', endMembership: true };
    /** What HR sees of the member is the same in all cases, and their word ends the membership in one alone. */
    const seen = new Set<string>();
    const departsAndStays = async (what: string) => {
      seen.add(JSON.stringify((await hr.call(calls.getEmployee, { employeeId })).member));
      await clearTries(ent.id, guest.id);
      expect(await hr.call(calls.departEmployee, depart), what).toEqual({ member: true });
      expect((await memberRow(ent, guest))?.leftAt, what).toBeNull();
      await hr.call(calls.restoreEmployee, { employeeId });
    };
    const rolesAre = (roles: Role[]) =>
      database()
        .update(member)
        .set({ roles })
        .where(and(eq(member.enterpriseId, ent.id), eq(member.accountId, guest.id)));
    for (const role of ['BUSINESS_ADMIN', 'LEGAL_REPRESENTATIVE', 'AUTHORIZER', 'HR'] as const) {
      await rolesAre(['SIGN_OPERATOR', role]);
      await departsAndStays(role);
    }
    await rolesAre(['SIGN_OPERATOR', 'APPROVER']);
    // A number that HR entered proves nothing: the identity has to be verified, and the employee's.
    await database().update(account).set({ idNumberIndex: 'other' }).where(eq(account.id, guest.id));
    await departsAndStays('of another number');
    await database()
      .update(account)
      .set({ idNumberIndex: ofTheirs, personalAuthStatus: 'UNAUTH' })
      .where(eq(account.id, guest.id));
    await departsAndStays('not verified');
    await database().update(account).set({ personalAuthStatus: 'AUTH' }).where(eq(account.id, guest.id));
    seen.add(JSON.stringify((await hr.call(calls.getEmployee, { employeeId })).member));
    expect([...seen].map((one) => JSON.parse(one))).toEqual([
      { joinTime: expect.any(Number), mayEnd: true, authority: null },
    ]);
    await clearTries(ent.id, guest.id);
    expect(await hr.call(calls.departEmployee, depart)).toEqual({ member: false });
    expect((await memberRow(ent, guest))?.leftAt).toEqual(expect.any(Number));
    expect(await refusal(session, listDepartments, {})).not.toBe('OK');
    await expect.poll(pending).toEqual([taskId]);

    // Of another, whose membership is not HR's to end, the administrator hears at once.
    const other = await newPerson();
    await addMember(ent, other, ['SIGN_OPERATOR']);
    const stays = await add(hr, whoIs({ realName: '买买提', mobile: other.mobile }));
    const left = { employeeId: stays, departDate: '2026-10-31' };
    expect(await hr.call(calls.departEmployee, left)).toEqual({ member: true });
    await runJobs();
    const told = async (client: ApiClient) =>
      (await sentNotices(client)).records.filter(({ subject }) => subject.includes('买买提'));
    expect(await told(await signedIn(boss, ent))).toMatchObject([
      { subject: expect.stringContaining('已登记离职，但仍是') },
    ]);
    expect(await told(hr)).toEqual([]);
  });

  it('tells HR by no answer whether a roster number is the member’s, and allows few tries', async () => {
    const { ent, boss, hr } = await office();
    const guest = await newPerson();
    await addMember(ent, guest, ['SIGN_OPERATOR']);
    const theirs = newResidentId();
    await database()
      .update(account)
      .set({ idNumberIndex: await idNumberIndex({ keys: await keyring() }, 'RESIDENT_ID', theirs) })
      .where(eq(account.id, guest.id));
    const personal = whoIs({ mobile: guest.mobile });
    const employeeId = await add(hr, personal);
    const told = async (idNumber: string) => {
      const { version } = await hr.call(calls.getEmployee, { employeeId });
      await hr.call(calls.changeEmployee, { employeeId, version, personal: { ...personal, idNumber } });
      const { member } = await hr.call(calls.getEmployee, { employeeId });
      const [row] = (await hr.call(calls.listEmployees, { name: guest.mobile })).records;
      return { member, row: { ...row, idNumber: '' } };
    };
    const [wrong, right] = [await told(newResidentId()), await told(theirs)];
    expect(right.member).toEqual(wrong.member);
    expect(Object.keys(right.row)).toEqual(Object.keys(wrong.row));
    expect(right.row.member).toBe(wrong.row.member);
    // A departure is no silent question either: each is told to administrators, and after three of a day even the right
    // number ends nothing.
    const depart = { employeeId, departDate: '2026-10-31', endMembership: true };
    for (let n = 0; n < 3; n++) {
      await told(newResidentId());
      expect(await hr.call(calls.departEmployee, depart)).toEqual({ member: true });
      await hr.call(calls.restoreEmployee, { employeeId });
    }
    await told(theirs);
    expect(await hr.call(calls.departEmployee, depart)).toEqual({ member: true });
    await runJobs();
    const notices = (await sentNotices(await signedIn(boss, ent), { size: 50 })).records;
    expect(notices.filter(({ subject }) => subject.includes('已登记离职，但仍是'))).toHaveLength(4);
  });

  it('erases after two years what the law no longer requires, and keeps the fact of employment', async () => {
    const { hr } = await office();
    const personal = whoIs({ email: 'a@example.com' });
    const employeeId = await add(hr, personal, { salary: { salary: '8675090.25' } }, { jobContent: '销售' });
    await hr.call(calls.uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file: blobOf(plainPng()) });
    await hr.call(calls.uploadEmployeeImage, {
      ...{ employeeId, kind: 'PAPER' as const, name: '健康证', file: blobOf(plainPng()) },
    });
    await hr.call(calls.changeEmployee, { employeeId, version: 1, salary: { salary: '8675095.25' } });
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    await hr.call(calls.transferEmployees, {
      ...{ employeeIds: [employeeId], departmentId, day: '2024-04-01', reason: '身体原因' },
    });
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
    expect(erased.salary?.salary).toBe('');
    expect(erased.work).toMatchObject({ jobContent: '销售', entryDate: '2024-03-01' });
    expect(erased.images).toEqual([]);
    expect(erased.transfers).toMatchObject([{ day: '2024-04-01', reason: '' }]);
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
    salary: newSalary(),
    bankCard: newBankCard(),
    imported: newResidentId(),
    refused: '110105198812130000',
  };
  const raised = newSalary();
  const personal = whoIs({ mobile: guest.mobile, idNumber: secrets.idNumber });
  const salary = { salary: secrets.salary, bankCard: secrets.bankCard, bankName: '工商银行' };
  const employeeId = await add(hr, personal, { salary });
  await refusal(hr, calls.addEmployee, { personal, work: { entryDate: '2024-03-01' }, salary });
  await refusal(hr, calls.addEmployee, {
    personal: { ...personal, idNumber: secrets.refused },
    work: { entryDate: '2024-03-01' },
  });
  await hr.call(calls.revealEmployee, { employeeId, section: 'SALARY' });
  await hr.call(calls.changeEmployee, { employeeId, version: 1, salary: { ...salary, salary: raised } });
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
    .poll(async () => (await hr.call(listImports, {})).records[0]?.endTime)
    .toEqual(expect.any(Number));
  await hr.call(readImportRows, { importId });
  await hr.call(calls.departEmployee, { employeeId, departDate: '2026-10-31', departReason: '个人原因' });
  await runJobs();

  expect(await writtenDown([...Object.values(secrets), raised])).toEqual([]);
  // What a call gets in its address could hold neither.
  const inAddress = Object.values(calls).filter((one) => one.method === 'GET');
  for (const one of inAddress)
    expect(Object.keys('shape' in one.input ? one.input.shape : {}).join(' '), one.id).not.toMatch(
      /idNumber|salary|bankCard/i,
    );
});
