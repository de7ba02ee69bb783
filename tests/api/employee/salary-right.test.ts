/** HR from whom salary and insurance are withheld: everything else of the roster, of imports and of onboarding is theirs. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listPersons, savePerson } from '#core/company/calls.ts';
import {
  addEmployee,
  changeEmployee,
  exportEmployees,
  getEmployee,
  listChanges,
  revealEmployee,
} from '#core/employee/calls.ts';
import { readForContract } from '#core/employee/contract-calls.ts';
import { importEmployees, listImports, readImportRows } from '#core/employee/import-calls.ts';
import { fillNewcomer, getNewcomer, revealNewcomer, reviewNewcomer } from '#core/employee/newcomer-calls.ts';
import { SECTIONS } from '#core/employee/sections.ts';
import { userMenus } from '#core/identity/calls.ts';
import { employee, employeeImportRow } from '#db/schema/index.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { CARD, handedIn, itemIdsOf, onboarding } from '#tests/fixtures/onboarding.ts';
import { addMember, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const newKey = () => `import${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;

const personal = () => ({
  realName: '阿依古丽',
  mobile: newMobile(),
  idType: 'RESIDENT_ID' as const,
  idNumber: newResidentId(),
});
const work = { entryDate: '2024-03-01' };
const cellsOf = (change: Record<string, string> = {}): Record<string, string> => ({
  ...personal(),
  idType: '居民身份证',
  entryDate: '2024-03-01',
  ...change,
});
const PAY = { bankName: '工商银行', bankCard: CARD, salary: '8675120.25' };
const role = { roles: ['HR' as const], businessTypes: null, stamps: [] };

/** Two of HR, one of whom sees no salaries, and an employee who has one. */
async function office() {
  const [boss, clerk, junior] = [await newPerson(), await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  await addMember(ent, junior, ['EMPLOYEE']);
  const admin = await signedIn(boss, ent);
  await admin.call(savePerson, { userId: junior.id, ...role, salaryWithheld: true });
  const hr = await signedIn(clerk, ent);
  const who = personal();
  const { employeeId } = await hr.call(addEmployee, { personal: who, work, salary: PAY });
  return { ent, boss, clerk, junior, admin, hr, junr: await signedIn(junior, ent), employeeId, who };
}

const buttons = (menu: readonly { name: string; children: readonly unknown[] }[]): string[] =>
  menu.flatMap(({ name, children }) => [name, ...buttons(children as typeof menu)]);

describe('the right to salary and insurance', () => {
  it('is withheld from HR by who manages people, until it is given back or the role ends', async () => {
    const { admin, junior, junr, employeeId } = await office();
    const look = () => refusal(junr, revealEmployee, { employeeId, section: 'SALARY' });
    const listed = async () =>
      (await admin.call(listPersons, {})).records.find(({ userId }) => userId === junior.id)?.salaryWithheld;
    expect([await look(), await listed()]).toEqual(['SALARY_WITHHELD', true]);
    expect(buttons(await junr.call(userMenus, {}))).not.toContain('employee_salary');
    // Other rights of the person change without it.
    await admin.call(savePerson, { userId: junior.id, ...role, roles: ['HR', 'APPROVER'] });
    expect([await look(), await listed()]).toEqual(['SALARY_WITHHELD', true]);
    await admin.call(savePerson, { userId: junior.id, ...role, salaryWithheld: false });
    expect([await look(), await listed()]).toEqual(['OK', false]);
    expect(buttons(await junr.call(userMenus, {}))).toContain('employee_salary');
    // It is a matter of HR: without the role nothing is kept of it, and an administrator has it anyway.
    await admin.call(savePerson, { userId: junior.id, ...role, roles: ['EMPLOYEE'], salaryWithheld: true });
    expect([await look(), await listed()]).toEqual(['NO_PERMISSION', false]);
    const both = ['HR' as const, 'BUSINESS_ADMIN' as const];
    const proof = await keyProofOf(admin);
    await admin.call(savePerson, { userId: junior.id, ...role, roles: both, salaryWithheld: true, proof });
    expect(await look()).toBe('OK');
  });

  it('lacking, hides salary and insurance on the roster alone, with a sentence in each language', async () => {
    const { hr, junr, employeeId, who } = await office();
    const detail = await junr.call(getEmployee, { employeeId });
    expect(detail.salary).toBeNull();
    expect(detail.personal).toMatchObject({ realName: who.realName });
    expect((await hr.call(getEmployee, { employeeId })).salary).toMatchObject({ salary: '****' });
    const { values } = await junr.call(revealEmployee, { employeeId, section: 'PERSONAL' });
    expect(values).toMatchObject({ mobile: who.mobile, idNumber: who.idNumber });
    for (const section of SECTIONS)
      expect(await refusal(junr, listChanges, { employeeId, section })).toBe(
        section === 'SALARY' ? 'SALARY_WITHHELD' : 'OK',
      );
    const texts = new Set<string>();
    for (const language of ['zh-CN', 'zh-TW', 'en-US'] as const) {
      const { message } = await junr.envelope(
        revealEmployee,
        { employeeId, section: 'SALARY' },
        { 'Accept-Language': language },
      );
      expect(message).toMatch(/薪资与社保|薪資與社保|salary and social insurance/);
      texts.add(message);
    }
    expect(texts.size).toBe(3);
    // A refused look is no look.
    expect((await hr.call(getEmployee, { employeeId })).records.map(({ remark }) => remark)).not.toContain(
      'SALARY',
    );
  });

  it('lacking, refuses a change of salary as a whole, and changes everything else', async () => {
    const { hr, junr, employeeId } = await office();
    const version = 1;
    const contract = { contractStart: '2024-03-01', contractEnd: '2027-02-28' };
    const pay = { salary: '8675999.99' };
    expect(await refusal(junr, changeEmployee, { employeeId, version, contract, salary: pay })).toBe(
      'SALARY_WITHHELD',
    );
    expect((await hr.call(getEmployee, { employeeId })).contract.contractEnd).toBe('');
    expect(await refusal(junr, addEmployee, { personal: personal(), work, salary: pay })).toBe(
      'SALARY_WITHHELD',
    );
    await junr.call(changeEmployee, { employeeId, version, contract, work: { ...work, jobContent: '销售' } });
    expect(await refusal(junr, addEmployee, { personal: personal(), work })).toBe('OK');
    // What others entered outlives the change.
    const { values } = await hr.call(revealEmployee, { employeeId, section: 'SALARY' });
    expect(values).toMatchObject({ ...PAY, salary: '8675120.25' });
  });

  it('lacking, exports every section but salary, even in full; no contract is filled with it', async () => {
    const { hr, junr, employeeId } = await office();
    const ask = { state: 'ACTIVE' as const, full: true };
    for (const sections of [['SALARY'], ['PERSONAL', 'SALARY']] as const)
      expect(await refusal(junr, exportEmployees, { ...ask, sections: [...sections] })).toBe(
        'SALARY_WITHHELD',
      );
    const sections = SECTIONS.filter((section) => section !== 'SALARY');
    const { rows } = await junr.call(exportEmployees, { ...ask, sections });
    expect(rows.map(({ values }) => values.realName)).toEqual(['阿依古丽']);
    const pay = ['bankName', 'bankCard', 'salary', 'probationSalary', 'socialBase', 'fundBase'];
    expect(Object.keys(rows[0]!.values).filter((key) => pay.includes(key))).toEqual([]);
    for (const client of [hr, junr]) {
      const { employees } = await client.call(readForContract, { employeeIds: [employeeId] });
      expect(Object.keys(employees[0]!).filter((key) => pay.includes(key))).toEqual([]);
    }
  });

  it('lacking, imports without columns of salary, overwrites none, and sees no colleague’s', async () => {
    const { ent, hr, junr, admin, junior, employeeId, who } = await office();
    const send = (
      client: typeof hr,
      cells: Record<string, string>[],
      importId = newKey(),
      total = cells.length,
    ) =>
      refusal(client, importEmployees, {
        importId,
        fileName: '花名册.xlsx',
        duplicates: 'OVERWRITE',
        total,
        rows: cells.map((one, i) => ({ number: i + 3, cells: one, odd: [] })),
      });
    const ended = async (importId: string) => {
      const read = async () =>
        (await hr.call(listImports, {})).records.find((one) => one.importId === importId)!;
      await expect.poll(async () => (await read()).endTime).not.toBeNull();
      return read();
    };
    expect(await send(junr, [cellsOf({ salary: '1' })])).toBe('SALARY_WITHHELD');
    expect((await hr.call(listImports, {})).records).toEqual([]);

    const own = newKey();
    const known = cellsOf({ ...who, idType: '居民身份证', jobContent: '销售' });
    expect(await send(junr, [known, cellsOf()], own)).toBe('OK');
    expect(await ended(own)).toMatchObject({ added: 1, changed: 1, failed: 0 });
    const { values } = await hr.call(revealEmployee, { employeeId, section: 'SALARY' });
    expect(values).toMatchObject({ ...PAY, salary: '8675120.25' });
    expect((await hr.call(getEmployee, { employeeId })).work.jobContent).toBe('销售');

    const theirs = newKey();
    expect(await send(hr, [cellsOf({ mobile: '12345', salary: '8675432.10', bankCard: '1' })], theirs)).toBe(
      'OK',
    );
    expect(await ended(theirs)).toMatchObject({ failed: 1 });
    const [all, part] = [
      await hr.call(readImportRows, { importId: theirs }),
      await junr.call(readImportRows, { importId: theirs }),
    ];
    expect(all.rows[0]!.cells).toMatchObject({ salary: '8675432.10' });
    expect(JSON.stringify(part)).not.toMatch(/8675432|bankCard|salary|SALARY/);
    expect(part.rows[0]!.problems).toEqual([{ column: 'mobile', problem: 'FORMAT' }]);

    // Who loses the right while their rows wait, writes no more of them.
    await admin.call(savePerson, { userId: junior.id, ...role, salaryWithheld: false });
    const lost = newKey();
    expect(await send(junr, [cellsOf({ salary: '8675888.80' })], lost, 2)).toBe('OK');
    await admin.call(savePerson, { userId: junior.id, ...role, salaryWithheld: true });
    const count = () => database().$count(employee, eq(employee.enterpriseId, ent.id));
    const before = await count();
    expect(
      await refusal(junr, importEmployees, {
        importId: lost,
        fileName: '花名册.xlsx',
        duplicates: 'SKIP',
        total: 2,
        rows: [{ number: 9, cells: cellsOf(), odd: [] }],
      }),
    ).toBe('OK');
    expect(await ended(lost)).toMatchObject({ refused: true, added: 0 });
    expect(await count()).toBe(before);
    const rows = await database()
      .select({ state: employeeImportRow.state })
      .from(employeeImportRow)
      .where(eq(employeeImportRow.importId, lost));
    expect(rows.map(({ state }) => state)).toEqual(['FAILED', 'FAILED']);
  });

  it('lacking, leaves salary to a colleague in onboarding, and reviews and fills in the rest', async () => {
    const of = await onboarding();
    const junior = await newPerson();
    await addMember(of.ent, junior, ['HR']);
    const admin = await signedIn(of.boss, of.ent);
    await admin.call(savePerson, { userId: junior.id, ...role, salaryWithheld: true });
    const junr = await signedIn(junior, of.ent);
    const { newcomerId, detail } = await handedIn(of, await newPerson());
    const ids = itemIdsOf(detail);
    const version = detail.version;
    const seen = await junr.call(getNewcomer, { newcomerId });
    const shownOf = (shown: typeof seen, name: string) =>
      shown.items.find(({ itemId }) => itemId === ids[name])!.value;
    expect([shownOf(detail, '工资卡'), shownOf(detail, '紧急电话')]).toEqual([
      expect.stringMatching(/\*.*0018$/),
      '139****5678',
    ]);
    expect([shownOf(seen, '工资卡'), shownOf(seen, '紧急电话')]).toEqual(['', '139****5678']);
    expect(await refusal(junr, revealNewcomer, { newcomerId, category: 'SALARY' })).toBe('SALARY_WITHHELD');
    expect(await refusal(junr, revealNewcomer, { newcomerId, category: 'CONTACT' })).toBe('OK');
    const values = { [ids.约定工资!]: '8675120.25' };
    expect(await refusal(junr, fillNewcomer, { newcomerId, version, values })).toBe('SALARY_WITHHELD');
    const approve = (itemIds: string[]) =>
      refusal(junr, reviewNewcomer, { newcomerId, version, itemIds, verdict: 'APPROVED' });
    expect(await approve([ids.籍贯!, ids.工资卡!])).toBe('SALARY_WITHHELD');
    expect(await approve([ids.籍贯!, ids.紧急电话!])).toBe('OK');
    const after = await of.hr.call(getNewcomer, { newcomerId });
    expect(after.items.filter(({ state }) => state === 'APPROVED').map(({ name }) => name)).toEqual([
      '籍贯',
      '紧急电话',
    ]);
    expect(await refusal(of.hr, fillNewcomer, { newcomerId, version: after.version, values })).toBe('OK');
  });
});
