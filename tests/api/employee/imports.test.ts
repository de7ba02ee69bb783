/** Employees from a sheet: what is taken, what is refused cell by cell, and what becomes of the rows that were not. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addDepartment, removeDepartment } from '#core/company/department-calls.ts';
import { addEmployee, getEmployee, listEmployees, revealEmployee } from '#core/employee/calls.ts';
import {
  discardImportRows,
  importEmployees,
  listImports,
  readImportRows,
} from '#core/employee/import-calls.ts';
import { IMPORT_LIMITS } from '#core/employee/states.ts';
import { employee, employeeImport, employeeImportRow } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

async function office() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { ent, clerk, hr: await signedIn(clerk, ent) };
}

const newKey = () => `import${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;

const cellsOf = (change: Record<string, string> = {}): Record<string, string> => ({
  realName: '阿依古丽',
  mobile: newMobile(),
  idType: '居民身份证',
  idNumber: newResidentId(),
  entryDate: '2024/3/1',
  ...change,
});
type Cells = Record<string, string>;
const rowsOf = (...cells: Cells[]) => cells.map((one, i) => ({ number: i + 3, cells: one, odd: [] }));

/** Imports rows and waits until none is waiting. */
async function take(
  hr: ApiClient,
  rows: ReturnType<typeof rowsOf>,
  duplicates: 'SKIP' | 'OVERWRITE' = 'SKIP',
) {
  const importId = newKey();
  await hr.call(importEmployees, { importId, fileName: '花名册.xlsx', duplicates, total: rows.length, rows });
  return ended(hr, importId);
}
async function ended(hr: ApiClient, importId: string) {
  const read = async () => (await hr.call(listImports, {})).records.find((one) => one.importId === importId)!;
  await expect.poll(async () => (await read()).endTime).not.toBeNull();
  return read();
}

describe('an import of employees', () => {
  it('[2.14] adds each row encrypted, reports invalid cells, and keeps their rows for correction', async () => {
    const { hr, clerk } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const good = cellsOf({
      departmentId: '市场部',
      salary: '8,675,120.25',
      bankName: '工商银行',
      bankCard: '6222021001116245702',
    });
    const done = await take(hr, [
      ...rowsOf(good, cellsOf({ mobile: '12345', email: 'nobody', departmentId: '研发部' })),
      { number: 9, cells: cellsOf(), odd: ['idNumber'] as never[] },
    ]);
    expect(done).toMatchObject({
      total: 3,
      added: 1,
      changed: 0,
      skipped: 0,
      failed: 2,
      kept: 2,
      reads: 0,
      operator: clerk.name,
    });
    const { records } = await hr.call(listEmployees, {});
    expect(records.map(({ realName, department }) => [realName, department])).toEqual([
      ['阿依古丽', ['市场部']],
    ]);
    const { employeeId } = records[0]!;
    const detail = await hr.call(getEmployee, { employeeId });
    expect(detail.work).toMatchObject({ entryDate: '2024-03-01', departmentId });
    expect(detail.records.map(({ record, operator }) => [record, operator])).toEqual([
      ['IMPORTED', clerk.name],
    ]);
    expect((await hr.call(revealEmployee, { employeeId, section: 'SALARY' })).values).toMatchObject({
      salary: '8675120.25',
    });
    // What was taken lies once, in the employee's row; what was not lies sealed.
    const rows = await database()
      .select()
      .from(employeeImportRow)
      .where(eq(employeeImportRow.importId, done.importId));
    expect(rows.map(({ state, cellsSealed }) => [state, cellsSealed !== '']).sort()).toEqual([
      ['ADDED', false],
      ['FAILED', true],
      ['FAILED', true],
    ]);
    const [stored] = await database().select().from(employee).where(eq(employee.id, employeeId));
    for (const secret of [
      good.idNumber!,
      good.mobile!,
      '8675120.25',
      '6222021001116245702',
      '12345',
      'nobody',
    ])
      expect(JSON.stringify([stored, rows])).not.toContain(secret);

    const failed = await hr.call(readImportRows, { importId: done.importId });
    expect(failed.columns.find(({ key }) => key === 'realName')).toEqual({
      key: 'realName',
      name: '',
      mustFill: true,
    });
    expect(failed.rows.map(({ number, problems }) => [number, problems])).toEqual([
      [
        4,
        [
          { column: 'mobile', problem: 'FORMAT' },
          { column: 'email', problem: 'EMAIL' },
          { column: 'departmentId', problem: 'CONTENT' },
        ],
      ],
      [9, [{ column: 'idNumber', problem: 'FORMAT' }]],
    ]);
    expect(failed.rows[0]!.cells).toMatchObject({ mobile: '12345', email: 'nobody' });
    expect((await ended(hr, done.importId)).reads).toBe(1);

    // Mended, they are imported as any others; then nothing of the failed ones has to be kept.
    const mended = await take(
      hr,
      rowsOf({ ...failed.rows[0]!.cells, mobile: newMobile(), email: '', departmentId: '' }),
    );
    expect(mended).toMatchObject({ added: 1, failed: 0 });
    await hr.call(discardImportRows, { importId: done.importId });
    expect(await ended(hr, done.importId)).toMatchObject({ failed: 2, kept: 0 });
    expect((await hr.call(readImportRows, { importId: done.importId })).rows).toEqual([]);
  });

  it('names the row whose department was closed, adds the others, and takes it once mended', async () => {
    const { hr } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const importId = newKey();
    const there = cellsOf({ departmentId: '市场部' });
    const rows = rowsOf(there, cellsOf({ realName: '古丽娜尔' }));
    const send = (some: typeof rows) =>
      hr.call(importEmployees, {
        importId,
        fileName: '花名册.xlsx',
        duplicates: 'SKIP',
        total: 2,
        rows: some,
      });
    // The department is closed between the first part and the last, with which the import begins.
    expect(await send(rows.slice(0, 1))).toEqual({ began: false });
    await hr.call(removeDepartment, { departmentId });
    await send(rows.slice(1));
    expect(await ended(hr, importId)).toMatchObject({ added: 1, failed: 1, kept: 1 });
    const failed = await hr.call(readImportRows, { importId });
    expect(failed.rows).toEqual([
      { number: 3, cells: there, problems: [{ column: 'departmentId', problem: 'CONTENT' }] },
    ]);
    const { records } = await hr.call(listEmployees, {});
    expect(records.map(({ realName, department }) => [realName, department])).toEqual([['古丽娜尔', []]]);
    // Nothing of the row is lost: with another department it is taken as it was.
    await hr.call(addDepartment, { parentId: '', name: '销售部' });
    const mended = { ...failed.rows[0]!.cells, departmentId: '销售部' };
    expect(await take(hr, rowsOf(mended))).toMatchObject({ added: 1, failed: 0 });
    const after = await hr.call(listEmployees, { name: '阿依古丽' });
    expect(after.records.map(({ department }) => department)).toEqual([['销售部']]);
  });

  it('[3.4] has name, ID type, ID number and phone; may have e-mail and account, else the phone', async () => {
    const { hr, ent } = await office();
    const [colleague, other] = [await newPerson(), await newPerson()];
    for (const person of [colleague, other]) await addMember(ent, person, ['EMPLOYEE']);
    const stranger = await newPerson();
    const own = { realName: colleague.name, mobile: colleague.mobile };
    const wanted = ['realName', 'idType', 'idNumber', 'mobile'] as const;
    const refused = await take(
      hr,
      rowsOf(
        ...wanted.map((key) => cellsOf({ ...own, [key]: '' })),
        // Of somebody else in the enterprise, of somebody outside of it, of nobody.
        cellsOf({ ...own, account: other.loginName }),
        cellsOf({ realName: stranger.name, mobile: stranger.mobile, account: stranger.loginName }),
        cellsOf({ ...own, account: 'nobody-at-all' }),
      ),
    );
    expect(refused).toMatchObject({ added: 0, failed: 7 });
    const { columns, rows } = await hr.call(readImportRows, { importId: refused.importId });
    expect(rows.map(({ problems }) => problems)).toEqual([
      ...wanted.map((column) => [{ column, problem: 'EMPTY' }]),
      ...[1, 2, 3].map(() => [{ column: 'account', problem: 'CONTENT' }]),
    ]);
    const ofPerson = ['realName', 'mobile', 'idType', 'idNumber', 'email', 'account'];
    expect(
      columns.filter(({ key }) => ofPerson.includes(key)).map(({ key, mustFill }) => [key, mustFill]),
    ).toEqual(ofPerson.map((key) => [key, wanted.some((one) => one === key)]));
    const taken = await take(
      hr,
      rowsOf(
        cellsOf({ ...own, account: colleague.loginName, email: 'a@example.com' }),
        cellsOf({ realName: other.name, mobile: other.mobile, account: other.mobile }),
        cellsOf({ realName: stranger.name, mobile: stranger.mobile }),
      ),
    );
    expect(taken).toMatchObject({ added: 3, failed: 0 });
    const { records } = await hr.call(listEmployees, {});
    expect(records.map(({ realName, member }) => [realName, member]).sort()).toEqual(
      [
        [colleague.name, true],
        [other.name, true],
        [stranger.name, false],
      ].sort(),
    );
    const { employeeId } = records.find(({ realName }) => realName === colleague.name)!;
    const { values } = await hr.call(revealEmployee, { employeeId, section: 'PERSONAL' });
    expect(values).toMatchObject({ email: 'a@example.com', mobile: colleague.mobile });
  });

  it('skips existing employees, or changes exactly what the sheet contains', async () => {
    const { hr } = await office();
    const idNumber = newResidentId();
    const mobile = newMobile();
    const { employeeId } = await hr.call(addEmployee, {
      personal: { realName: '旧名', mobile, idType: 'RESIDENT_ID', idNumber, email: 'a@example.com' },
      work: { entryDate: '2020-01-01', jobContent: '区域销售' },
      salary: { salary: '8675090.25' },
    });
    const again = cellsOf({
      realName: '新名',
      mobile,
      idNumber,
      entryDate: '2020-01-01',
      workLocation: '喀什',
    });
    expect(await take(hr, rowsOf(again))).toMatchObject({ skipped: 1, added: 0 });
    expect((await hr.call(getEmployee, { employeeId })).personal.realName).toBe('旧名');

    expect(await take(hr, rowsOf(again), 'OVERWRITE')).toMatchObject({ changed: 1, skipped: 0 });
    const { personal, work, records } = await hr.call(getEmployee, { employeeId });
    expect([personal.realName, personal.email, work.jobContent, work.workLocation]).toEqual([
      '新名',
      'a***@example.com',
      '区域销售',
      '喀什',
    ]);
    expect((await hr.call(revealEmployee, { employeeId, section: 'SALARY' })).values.salary).toBe(
      '8675090.25',
    );
    expect(records[0]).toMatchObject({ record: 'OVERWRITTEN', remark: 'PERSONAL WORK' });

    // Somebody else's number, and a person who stands in the sheet twice, are nobody's to decide.
    const twice = cellsOf();
    const failed = await take(
      hr,
      rowsOf(cellsOf({ mobile }), twice, { ...twice, mobile: newMobile() }),
      'OVERWRITE',
    );
    expect(failed).toMatchObject({ added: 1, failed: 2 });
    expect(
      (await hr.call(readImportRows, { importId: failed.importId })).rows.map(({ number, problems }) => [
        number,
        problems,
      ]),
    ).toEqual([
      [3, [{ column: 'mobile', problem: 'CONTENT' }]],
      [5, [{ column: 'idNumber', problem: 'CONTENT', row: 4 }]],
    ]);
  });

  it('begins with its last part, and takes a row once however often its part is sent', async () => {
    const { hr } = await office();
    const rows = rowsOf(...Array.from({ length: 60 }, () => cellsOf()));
    const input = { importId: newKey(), fileName: 'a.xlsx', duplicates: 'SKIP' as const, total: rows.length };
    const [first, second] = [rows.slice(0, 40), rows.slice(40)];
    expect(await hr.call(importEmployees, { ...input, rows: first })).toEqual({ began: false });
    expect(await hr.call(importEmployees, { ...input, rows: first })).toEqual({ began: false });
    const answers = await Promise.all(
      [1, 2, 3].map(() => hr.call(importEmployees, { ...input, rows: second })),
    );
    expect(answers.every(({ began }) => began)).toBe(true);
    expect(await ended(hr, input.importId)).toMatchObject({ added: 60, failed: 0, skipped: 0 });
    expect((await hr.call(listEmployees, {})).total).toBe(60);
  });

  it('[6.1] is nobody else’s: no other enterprise and no member without the right reaches it', async () => {
    const { hr, ent } = await office();
    const guest = await newPerson();
    await addMember(ent, guest, ['EMPLOYEE']);
    const { importId } = await take(hr, rowsOf(cellsOf({ mobile: '1' })));
    for (const [client, answer] of [
      [await signedIn(guest, ent), 'NO_PERMISSION'],
      [(await office()).hr, 'NOT_FOUND'],
    ] as const) {
      expect(await refusal(client, readImportRows, { importId })).toBe(answer);
      expect(await refusal(client, discardImportRows, { importId })).toBe(answer);
      const input = {
        importId,
        fileName: 'a.xlsx',
        duplicates: 'SKIP' as const,
        total: 2,
        rows: rowsOf(cellsOf()),
      };
      expect(await refusal(client, importEmployees, input)).toBe(answer);
    }
    expect((await hr.call(readImportRows, { importId })).rows).toHaveLength(1);
  });

  it('forgets failed rows after their days, and an import whose rows never came after one', async () => {
    const { hr } = await office();
    const { importId } = await take(hr, rowsOf(cellsOf({ mobile: '1' })));
    const input = { importId: newKey(), fileName: 'lost.xlsx', duplicates: 'SKIP' as const, total: 9 };
    await hr.call(importEmployees, { ...input, rows: rowsOf(cellsOf()) });
    // The clock goes on: the days that have passed are taken from when they began.
    const older = async (days: number) => {
      const ago = Date.now() - days * 86_400_000;
      const db = database();
      for (const one of [importId, input.importId]) {
        await db.update(employeeImport).set({ createdAt: ago }).where(eq(employeeImport.id, one));
        await db.update(employeeImportRow).set({ createdAt: ago }).where(eq(employeeImportRow.importId, one));
      }
      await runJobs();
      return (await hr.call(listImports, {})).records.map(({ importId: one, failed, kept }) => [
        one,
        failed,
        kept,
      ]);
    };
    expect(await older(2)).toEqual([[importId, 1, 1]]);
    expect(await older(IMPORT_LIMITS.days + 1)).toEqual([[importId, 1, 0]]);
  });
});
