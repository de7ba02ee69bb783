/** Employees from a sheet: what is taken, what is refused cell by cell, and what becomes of the rows that were not. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addDepartment } from '#core/company/department-calls.ts';
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
import { addMember, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';

async function office() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { ent, clerk, hr: await signedIn(clerk, ent) };
}

let numbers = Math.floor(Math.random() * 1e7);
const newMobile = () => `175${String(numbers++ % 1e8).padStart(8, '0')}`;
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
  await expect.poll(async () => (await read()).endTime, { timeout: 60_000 }).not.toBeNull();
  return read();
}

describe('an import of employees', () => {
  it('[2.14] adds each row encrypted, reports invalid cells, and keeps their rows for correction', async () => {
    const { hr, clerk } = await office();
    const { departmentId } = await hr.call(addDepartment, { parentId: '', name: '市场部' });
    const good = cellsOf({
      departmentId: '市场部',
      salary: '12,000',
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
      salary: '12000.00',
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
    for (const secret of [good.idNumber!, good.mobile!, '12000.00', '6222021001116245702', '12345', 'nobody'])
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

  it('skips existing employees, or changes exactly what the sheet contains', async () => {
    const { hr } = await office();
    const idNumber = newResidentId();
    const mobile = newMobile();
    const { employeeId } = await hr.call(addEmployee, {
      personal: { realName: '旧名', mobile, idType: 'RESIDENT_ID', idNumber, email: 'a@example.com' },
      work: { entryDate: '2020-01-01', jobContent: '区域销售' },
      salary: { salary: '9000' },
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
    expect((await hr.call(revealEmployee, { employeeId, section: 'SALARY' })).values.salary).toBe('9000.00');
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

  it('[6.1] is nobody else’s: neither another enterprise nor a member without the right reaches it', async () => {
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
