/** The roster: who is employed, what is known of each, who may know it, and who left. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { allCalls } from '#core/calls.ts';
import { removePerson, savePerson } from '#core/company/calls.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { changeSeveral } from '#core/employee/batch-edit-calls.ts';
import {
  addEmployee,
  changeEmployee,
  departEmployee,
  exportEmployees,
  getEmployee,
  listChanges,
  listEmployees,
  restoreEmployee,
  revealEmployee,
  transferEmployees,
} from '#core/employee/calls.ts';
import { readForContract } from '#core/employee/contract-calls.ts';
import { employee } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import {
  addMember,
  database,
  memberRow,
  newCompany,
  newPerson,
  type Person,
} from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newSeal } from '../company/seals.ts';

async function company() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { ent, boss, clerk, admin: await signedIn(boss, ent), hr: await signedIn(clerk, ent) };
}

const whoIs = (change: Partial<Record<'realName' | 'mobile' | 'idNumber' | 'email', string>> = {}) => ({
  realName: '阿依古丽',
  mobile: newMobile(),
  idType: 'RESIDENT_ID' as const,
  idNumber: newResidentId(),
  ...change,
});
const WORK = { entryDate: '2024-03-01' };

const add = async (client: ApiClient, change: Parameters<typeof whoIs>[0] = {}, work = {}) =>
  (await client.call(addEmployee, { personal: whoIs(change), work: { ...WORK, ...work } })).employeeId;

const names = async (client: ApiClient, input: Parameters<typeof client.call<typeof listEmployees>>[1]) => {
  const { records, total } = await client.call(listEmployees, input);
  return [total, ...records.map((r) => r.realName)];
};

const WHOLE = {
  work: {
    entryDate: '2024-03-01',
    departmentId: '',
    jobContent: '区域销售',
    workLocation: '乌鲁木齐',
    regularDate: '2024-06-01',
    firstWorkDate: '2019-07-01',
  },
  contact: {
    emergencyName: '买买提·吐尔逊',
    emergencyPhone: '13911112222',
    emergencyGender: 'MALE' as const,
    emergencyRelation: '父亲',
  },
  salary: {
    bankName: '工商银行天山支行',
    bankCard: '6222021001116245702',
    salary: '8675120.25',
    probationSalary: '9600.00',
    socialBase: '7000.00',
    fundBase: '7000.00',
  },
  contract: { contractStart: '2024-03-01', contractEnd: '2027-02-28' },
};

describe('an employee', () => {
  it('[3.2b] is stored with every field, personal ones encrypted at rest and masked by default', async () => {
    const { admin, hr, clerk, ent } = await company();
    const personal = whoIs({ email: 'ayi@example.com' });
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const work = { ...WHOLE.work, departmentId };
    const { employeeId } = await hr.call(addEmployee, { personal, ...WHOLE, work });
    const [row] = await database().select().from(employee).where(eq(employee.id, employeeId));
    const atRest = JSON.stringify(row);
    const { realName, mobile, idNumber, email } = personal;
    const { emergencyName, emergencyPhone, emergencyRelation } = WHOLE.contact;
    const secrets = [realName, mobile, idNumber, email, emergencyName, emergencyPhone, emergencyRelation];
    for (const secret of [...secrets, ...Object.values(WHOLE.salary)]) expect(atRest).not.toContain(secret);

    const shown = await hr.call(getEmployee, { employeeId });
    expect(shown).toMatchObject({
      state: 'ACTIVE',
      personal: {
        realName,
        mobile: maskedMobile(mobile),
        idType: 'RESIDENT_ID',
        idNumber: `1${'*'.repeat(15)}${idNumber.slice(-2)}`,
        email: 'a***@example.com',
      },
      work,
      department: ['市场部'],
      contact: {
        emergencyName: '******逊',
        emergencyPhone: '139****2222',
        emergencyGender: '****',
        emergencyRelation: '****',
      },
      salary: {
        bankName: '****',
        bankCard: `${'*'.repeat(15)}5702`,
        salary: '****',
        probationSalary: '****',
        socialBase: '****',
        fundBase: '****',
      },
      contract: WHOLE.contract,
      departDate: '',
    });
    const { values: all } = await hr.call(revealEmployee, { employeeId, section: 'PERSONAL' });
    expect(all).toEqual({ realName, mobile, idNumber, email });
    expect((await hr.call(revealEmployee, { employeeId, section: 'CONTACT' })).values).toEqual(WHOLE.contact);
    expect((await admin.call(revealEmployee, { employeeId, section: 'SALARY' })).values).toEqual(
      WHOLE.salary,
    );
    const { records } = await hr.call(getEmployee, { employeeId });
    expect(records.map(({ record, remark }) => [record, remark])).toEqual([
      ['REVEALED', 'SALARY'],
      ['REVEALED', 'CONTACT'],
      ['REVEALED', 'PERSONAL'],
      ['ADDED', ''],
    ]);
    expect(records[1]?.operator).toBe(clerk.name);
    expect(JSON.stringify(records)).not.toContain(mobile);
    expect((await memberRow(ent, clerk))?.roles).toEqual(['HR']);
  });

  it('[3.2b] is refused what the form refuses, with the field that is wrong', async () => {
    const { hr } = await company();
    const personal = whoIs();
    const problems = async (change: object) =>
      (await hr.envelope(addEmployee, { personal, work: WORK, ...change })).fields?.map((f) => [
        f.path,
        f.problem,
      ]);
    expect(await problems({ personal: { ...personal, idNumber: '110105194912310021' } })).toEqual([
      ['personal.idNumber', 'rule:idNumber'],
    ]);
    expect(await problems({ work: { ...WORK, regularDate: '2024-02-29' } })).toEqual([
      ['work.regularDate', 'employee:rule.regularBeforeEntry'],
    ]);
    expect(await problems({ salary: { bankCard: '6222021001116245703' } })).toEqual([
      ['salary.bankCard', 'rule:bankCard'],
    ]);
    expect(await problems({ contact: { emergencyRelation: '父亲' } })).toEqual([
      ['contact.emergencyName', 'employee:rule.contact'],
      ['contact.emergencyPhone', 'employee:rule.contact'],
    ]);
    expect(await problems({ contract: { contractEnd: '2024-01-01' } })).toEqual([
      ['contract.contractStart', 'employee:rule.contractStart'],
    ]);
    expect(await names(hr, {})).toEqual([0]);
  });

  it('[3.2b] is changed section by section; the second of two concurrent changes is rejected', async () => {
    const { admin, hr } = await company();
    const employeeId = await add(hr, { email: 'old@example.com' });
    const { version } = await hr.call(getEmployee, { employeeId });
    const [salary, contact] = [WHOLE.salary, WHOLE.contact];
    const answers = await Promise.all([
      refusal(hr, changeEmployee, { employeeId, version, salary }),
      refusal(admin, changeEmployee, { employeeId, version, contact }),
    ]);
    expect(answers.sort()).toEqual(['EMPLOYEE_CHANGED', 'OK']);
    const second = await hr.call(getEmployee, { employeeId });
    await hr.call(changeEmployee, { employeeId, version: second.version, salary, contact });
    // What was not sent stands as it was.
    expect((await hr.call(revealEmployee, { employeeId, section: 'PERSONAL' })).values.email).toBe(
      'old@example.com',
    );
    expect((await hr.call(revealEmployee, { employeeId, section: 'SALARY' })).values).toEqual(salary);
    // An emptied field is gone, not kept from before.
    const third = await hr.call(getEmployee, { employeeId });
    await hr.call(changeEmployee, { employeeId, version: third.version, salary: { salary: '1' } });
    expect((await hr.call(revealEmployee, { employeeId, section: 'SALARY' })).values).toEqual({
      bankName: '',
      bankCard: '',
      salary: '1.00',
      probationSalary: '',
      socialBase: '',
      fundBase: '',
    });
    expect((await hr.call(getEmployee, { employeeId })).salary).toMatchObject({
      salary: '****',
      bankCard: '',
    });
    expect(await refusal(hr, changeEmployee, { employeeId, version: third.version + 1 })).toBe(
      'INPUT_INVALID',
    );
  });

  it('is on the roster once: a mobile or document number twice is refused, also of two at once', async () => {
    const { hr, admin } = await company();
    const first = whoIs();
    const answers = await Promise.all(
      [hr, admin].map((client) => refusal(client, addEmployee, { personal: first, work: WORK })),
    );
    expect(answers.sort()).toEqual(['EMPLOYEE_MOBILE_TAKEN', 'OK']);
    const sameNumber = whoIs({ idNumber: first.idNumber.toLowerCase() });
    const refused = await hr.envelope(addEmployee, { personal: sameNumber, work: WORK });
    expect(refused.message).toBe('花名册中已有该证件号码的在职员工，请核对。');
    const other = await add(hr);
    const { version } = await hr.call(getEmployee, { employeeId: other });
    expect(
      await refusal(hr, changeEmployee, {
        employeeId: other,
        version,
        personal: whoIs({ mobile: first.mobile }),
      }),
    ).toBe('EMPLOYEE_MOBILE_TAKEN');
    // In another enterprise the same person may be employed too.
    expect(await refusal((await company()).hr, addEmployee, { personal: { ...first }, work: WORK })).toBe(
      'OK',
    );
  });

  it('[3.2a] [6.2a] shows permissions to who manages people, and HR only that there are some', async () => {
    const { ent, boss, clerk, admin, hr } = await company();
    const person = await newPerson();
    await addMember(ent, person, ['EMPLOYEE']);
    const stampId = await newSeal(ent);
    await admin.call(savePerson, {
      userId: person.id,
      roles: ['SEAL_OPERATOR'],
      businessTypes: null,
      stamps: [{ stampId, level: 'VIEWABLE' }],
    });
    const employeeId = await add(hr, { realName: person.name, mobile: person.mobile });
    const joinTime = (await memberRow(ent, person))?.joinedAt;
    const whole = {
      joinTime,
      mayEnd: true,
      authority: {
        loginName: person.loginName,
        roles: ['SEAL_OPERATOR'],
        stamps: [{ stampName: expect.stringContaining('合同章'), level: 'VIEWABLE' }],
      },
    };
    const manager = await newPerson();
    await addMember(ent, manager, ['BUSINESS_ADMIN']);
    for (const client of [admin, await signedIn(manager, ent)])
      expect((await client.call(getEmployee, { employeeId })).member).toEqual(whole);
    expect((await hr.call(getEmployee, { employeeId })).member).toEqual({
      joinTime,
      mayEnd: true,
      authority: null,
    });
    // Not by putting the administrator's number on the roster, nor one's own.
    for (const { name: realName, mobile } of [boss, clerk]) {
      const { member } = await hr.call(getEmployee, { employeeId: await add(hr, { realName, mobile }) });
      expect(member?.authority).toBeNull();
    }
    const stillMember = async () =>
      (await hr.call(listEmployees, { name: person.mobile })).records.map((row) => row.member);
    expect(await stillMember()).toEqual([true]);
    await admin.call(removePerson, { userId: person.id });
    expect((await hr.call(getEmployee, { employeeId })).member).toBeNull();
    expect(await stillMember()).toEqual([false]);
  });
});

describe('the roster', () => {
  it('pages newest first, and finds by part of the name, complete mobile and department', async () => {
    const { hr } = await company();
    const mobile = newMobile();
    const { departmentId: sales } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const { departmentId: direct } = await hr.call(addDepartment, { parentId: sales, name: '100%_直营' });
    for (const realName of ['买买提·吐尔逊', '吐尔逊江', '𫖯文'])
      await add(hr, { realName }, realName === '𫖯文' ? { departmentId: sales } : {});
    await add(hr, { realName: '周文', mobile }, { departmentId: direct });
    expect(await names(hr, { size: 3 })).toEqual([4, '周文', '𫖯文', '吐尔逊江']);
    expect(await names(hr, { size: 3, current: 2 })).toEqual([4, '买买提·吐尔逊']);
    expect(await names(hr, { name: ' 吐 尔逊' })).toEqual([2, '吐尔逊江', '买买提·吐尔逊']);
    expect(await names(hr, { name: '吐尔逊', size: 1, current: 2 })).toEqual([2, '买买提·吐尔逊']);
    expect(await names(hr, { name: '𫖯' })).toEqual([1, '𫖯文']);
    expect(await names(hr, { name: mobile })).toEqual([1, '周文']);
    expect(await names(hr, { name: mobile.slice(0, 10) })).toEqual([0]);
    expect(await names(hr, { departmentId: direct })).toEqual([1, '周文']);
    // A department is searched with all below it.
    expect(await names(hr, { departmentId: sales })).toEqual([2, '周文', '𫖯文']);
    expect(await names(hr, { departmentId: sales, name: '𫖯' })).toEqual([1, '𫖯文']);
    const [first] = (await hr.call(listEmployees, { name: mobile })).records;
    expect(first?.department).toEqual(['市场部', '100%_直营']);
    expect(await names(hr, { name: '%' })).toEqual([0]);
    const { records } = await hr.call(listEmployees, { name: mobile });
    expect(JSON.stringify(records)).not.toContain(mobile);
  });

  it('departed employees are in a separate list, and can be restored after a mistake', async () => {
    const { ent, clerk, hr } = await company();
    const [stays, leaves] = [await add(hr, { realName: '周文' }), await add(hr, { realName: '吴起' })];
    const depart = { employeeId: leaves, departDate: '2026-10-31', departReason: '个人原因' };
    const early = await hr.envelope(departEmployee, { ...depart, departDate: '2024-02-29' });
    expect(early.fields).toEqual([{ path: 'departDate', problem: 'employee:rule.departBeforeEntry' }]);
    expect(await hr.call(departEmployee, depart)).toEqual({ member: false });
    expect(await refusal(hr, departEmployee, depart)).toBe('EMPLOYEE_DECIDED');
    const { version } = await hr.call(getEmployee, { employeeId: leaves });
    const later = { employeeId: leaves, version, work: { ...WORK, entryDate: '2026-11-01' } };
    expect((await hr.envelope(changeEmployee, later)).fields).toEqual([
      { path: 'work.entryDate', problem: 'employee:rule.departBeforeEntry' },
    ]);
    expect(await names(hr, {})).toEqual([1, '周文']);
    expect(await names(hr, { name: '吴' })).toEqual([0]);
    const { records } = await hr.call(listEmployees, { state: 'DEPARTED', name: '吴' });
    expect(records).toMatchObject([{ employeeId: leaves, departDate: '2026-10-31', state: 'DEPARTED' }]);
    expect(await hr.call(getEmployee, { employeeId: leaves })).toMatchObject({ departReason: '个人原因' });
    const [row] = await database().select().from(employee).where(eq(employee.id, leaves));
    expect(JSON.stringify(row)).not.toContain('个人原因');

    await hr.call(restoreEmployee, { employeeId: leaves });
    expect(await names(hr, {})).toEqual([2, '吴起', '周文']);
    expect(await hr.call(getEmployee, { employeeId: leaves })).toMatchObject({
      departDate: '',
      departReason: '',
      records: [{ record: 'RESTORED' }, { record: 'DEPARTED' }, { record: 'ADDED' }],
    });
    expect(await refusal(hr, restoreEmployee, { employeeId: stays })).toBe('EMPLOYEE_DECIDED');

    // Leaving the roster is not leaving the enterprise: whoever looks after members is told that there is one.
    const own = await add(hr, { realName: clerk.name, mobile: clerk.mobile });
    expect(await hr.call(departEmployee, { employeeId: own, departDate: '2026-10-31' })).toEqual({
      member: true,
    });
    expect((await memberRow(ent, clerk))?.leftAt).toBeNull();
  });

  it('cannot be restored if the person was added again after leaving', async () => {
    const { hr } = await company();
    const personal = whoIs();
    const { employeeId } = await hr.call(addEmployee, { personal, work: WORK });
    await hr.call(departEmployee, { employeeId, departDate: '2025-01-31' });
    await hr.call(addEmployee, { personal, work: { entryDate: '2026-01-01' } });
    expect(await refusal(hr, restoreEmployee, { employeeId })).toBe('EMPLOYEE_MOBILE_TAKEN');
    expect(await names(hr, {})).toEqual([1, personal.realName]);
  });
});

describe('who may', () => {
  it('[6.1] [6.9] administrators and HR look after the roster; no other member or enterprise', async () => {
    const { ent, hr } = await company();
    const employeeId = await add(hr);
    const as = async (person: Person, roles: Parameters<typeof addMember>[2]) => {
      await addMember(ent, person, roles);
      return signedIn(person, ent);
    };
    const business = await as(await newPerson(), ['BUSINESS_ADMIN']);
    expect(await names(business, {})).toEqual([1, '阿依古丽']);
    const operator = await as(await newPerson(), ['EMPLOYEE', 'SIGN_OPERATOR', 'SEAL_ADMIN', 'APPROVER']);
    const stranger = (await company()).admin;
    // Those of onboarding and of imports have tests of their own.
    const roster = allCalls().filter(({ id }) =>
      /^employee\.(?!.*(?:Onboarding|PresetFields|Newcomer|Entr(?:y|ies)|[iI]mport))/.test(id),
    );
    expect(roster).toHaveLength(16);
    const departDate = '2026-10-31';
    for (const [client, listed, other] of [
      [operator, 'NO_PERMISSION', 'NO_PERMISSION'],
      [stranger, 'OK', 'NOT_FOUND'],
    ] as const) {
      expect(await refusal(client, listEmployees, {})).toBe(listed);
      expect(await refusal(client, getEmployee, { employeeId })).toBe(other);
      expect(await refusal(client, revealEmployee, { employeeId, section: 'SALARY' })).toBe(other);
      expect(await refusal(client, readForContract, { employeeIds: [employeeId] })).toBe(other);
      expect(await refusal(client, changeEmployee, { employeeId, version: 1, work: WORK })).toBe(other);
      expect(await refusal(client, departEmployee, { employeeId, departDate })).toBe(other);
      expect(await refusal(client, restoreEmployee, { employeeId })).toBe(other);
      expect(await refusal(client, listChanges, { employeeId, section: 'WORK' })).toBe(other);
      const move = { employeeIds: [employeeId], departmentId: 'nowhere0', day: '2026-01-05' };
      expect(await refusal(client, transferEmployees, move)).not.toBe('OK');
      const several = { employeeIds: [employeeId], values: { jobContent: '销售' } };
      expect(await refusal(client, changeSeveral, several)).toBe(other);
      expect(await refusal(client, exportEmployees, { state: 'ACTIVE', sections: ['SALARY'] })).toBe(listed);
    }
    const exported = await stranger.call(exportEmployees, {
      state: 'ACTIVE',
      sections: ['SALARY'],
      full: true,
    });
    expect(exported.rows).toEqual([]);
    expect(await names(stranger, {})).toEqual([0]);
    expect((await hr.call(getEmployee, { employeeId })).records).toHaveLength(1);
  });
});
