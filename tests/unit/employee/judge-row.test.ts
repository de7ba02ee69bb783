import { describe, expect, it } from 'vitest';
import { columnTitle, importColumns, titledColumns } from '#core/employee/import-columns.ts';
import { departmentsByName, type ImportRow, judgeRow, judgeRows } from '#core/employee/judge-row.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { readTitledRows } from '#core/sheet/titled-rows.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';

const departments = departmentsByName([
  { id: 'top00000', parentId: '', name: '总部', position: 0 },
  { id: 'dev00000', parentId: 'top00000', name: '研发部', position: 0 },
  { id: 'west0000', parentId: '', name: '西部', position: 1 },
  { id: 'dev11111', parentId: 'west0000', name: '研发部', position: 0 },
]);
const columns = importColumns([]);
const GOOD = {
  realName: '阿依古丽·买买提',
  mobile: '177 0000 0001',
  idType: '居民身份证',
  idNumber: newResidentId(),
  entryDate: '2024/3/1',
  departmentId: '总部 / 研发部',
};
const row = (cells: Record<string, string>, change: Partial<ImportRow> = {}): ImportRow => ({
  number: 2,
  cells: { ...GOOD, ...cells },
  odd: [],
  ...change,
});
const wrong = (cells: Record<string, string>, change: Partial<ImportRow> = {}) =>
  judgeRow(columns, row(cells, change), departments).problems.map(
    ({ column, problem }) => `${column} ${problem}`,
  );

describe('a row of employees', () => {
  it('[5.4c] is refused by cell: empty, too long, wrong format or content, no address for mail', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ realName: '', entryDate: '' })).toEqual(['realName EMPTY', 'entryDate EMPTY']);
    expect(wrong({ realName: '名'.repeat(51), jobContent: '工'.repeat(65) })).toEqual([
      'realName TOO_LONG',
      'jobContent TOO_LONG',
    ]);
    expect(wrong({ mobile: '12345', idNumber: '110101199003071231', salary: '很多' })).toEqual([
      'mobile FORMAT',
      'idNumber FORMAT',
      'salary FORMAT',
    ]);
    expect(wrong({ idType: '会员卡', departmentId: '市场部', emergencyGender: '不详' })).toEqual([
      'idType CONTENT',
      'departmentId CONTENT',
      'emergencyGender CONTENT',
    ]);
    expect(wrong({ email: 'nobody' })).toEqual(['email EMAIL']);
    // Cells that need another one, and cells that contradict another one.
    expect(wrong({ bankCard: '6222021001116245702' })).toEqual(['bankName EMPTY']);
    expect(wrong({ regularDate: '2024-02-29' })).toEqual(['regularDate CONTENT']);
    expect(wrong({ contractStart: '2024-03-01', contractEnd: '2024-02-01' })).toEqual([
      'contractEnd CONTENT',
    ]);
  });

  it('takes what people type: other date signs, words of three languages, department paths', () => {
    const { forms } = judgeRow(
      columns,
      row({
        entryDate: '2024年3月1日',
        idType: 'resident id card',
        emergencyName: '李四',
        emergencyPhone: '13911112222',
        emergencyGender: 'female',
        salary: '12,000',
      }),
      departments,
    );
    expect(forms).toMatchObject({
      PERSONAL: { mobile: '17700000001', idType: 'RESIDENT_ID' },
      WORK: { entryDate: '2024-03-01', departmentId: 'dev00000' },
      CONTACT: { emergencyGender: 'FEMALE' },
      SALARY: { salary: '12000.00' },
    });
    expect(forms?.CONTRACT).toBeUndefined();
    // A name that two departments have says neither.
    expect(wrong({ departmentId: '研发部' })).toEqual(['departmentId CONTENT']);
    expect(wrong({ departmentId: '西部＞研发部' })).toEqual([]);
  });

  it('has its formulas and its numbers that lost digits refused', () => {
    expect(wrong({ idNumber: '' }, { odd: ['idNumber', 'salary'] })).toEqual([
      'idNumber FORMAT',
      'salary FORMAT',
    ]);
  });

  it('repeats nobody: of two with one number the later one names the first', () => {
    const rows = [row({}), row({ mobile: '17700000002' }, { number: 5 })];
    const [first, second] = judgeRows(columns, rows, departments);
    expect(first!.problems).toEqual([]);
    expect(second!.problems).toEqual([{ column: 'idNumber', problem: 'CONTENT', row: 2 }]);
  });

  it('that changes somebody leaves what its empty cells do not say', () => {
    const before = {
      PERSONAL: {
        realName: '旧名',
        mobile: '17700000009',
        idType: 'RESIDENT_ID',
        idNumber: GOOD.idNumber,
        email: 'a@example.com',
      },
      WORK: {
        entryDate: '2020-01-01',
        departmentId: 'west0000',
        jobContent: '区域销售',
        workLocation: '',
        regularDate: '',
        firstWorkDate: '',
      },
      SALARY: {
        bankName: '工商银行',
        bankCard: '',
        salary: '1.00',
        probationSalary: '',
        socialBase: '',
        fundBase: '',
      },
    };
    const { forms } = judgeRow(
      columns,
      row({ departmentId: '', bankCard: '6222021001116245702' }),
      departments,
      before,
    );
    expect(forms).toMatchObject({
      PERSONAL: { realName: GOOD.realName, email: 'a@example.com' },
      WORK: { entryDate: '2024-03-01', departmentId: 'west0000', jobContent: '区域销售' },
      SALARY: { bankName: '工商银行', bankCard: '6222021001116245702', salary: '1.00' },
    });
    expect(forms?.CONTACT).toBeUndefined();
  });
});

describe('the sheet', () => {
  it('has the enterprise’s fields with its names, or all of the roster if it has none', () => {
    expect(importColumns([]).map(({ key }) => key)).toContain('fundBase');
    const own = importColumns([
      { code: 'salary', name: '月薪', required: true },
      { code: 'address', name: '住址', required: true },
      { code: '', name: '籍贯', required: true },
    ]);
    expect(own.map(({ key, mustFill }) => `${key}${mustFill ? '*' : ''}`)).toEqual([
      'realName*',
      'mobile*',
      'idType*',
      'idNumber*',
      'email',
      'account',
      'entryDate*',
      'departmentId',
      'salary*',
    ]);
    expect(titledColumns(own, 'en-US').at(-1)!.titles).toEqual(['月薪', 'Salary', '工资', '薪資', 'Salary']);
  });

  it('[5.4d] is rejected whole if a column is missing or unknown, and is read in each language', async () => {
    const titled = titledColumns(columns, 'zh-CN');
    const read = async (titles: readonly string[]) => {
      const sheet = await writeSheet({
        name: '花名册',
        columns: titles.map((title) => ({ title, width: 10 })),
        rows: [
          ['示例', ...titles.slice(1).map(() => '例')],
          ['1', '张三'],
        ],
        toFill: { rows: 10 },
      });
      const { head, rows } = await readSheet(sheet, { rows: 10, columns: 60 });
      return readTitledRows(head, rows, titled, (_, text) => text);
    };
    const titles = titled.map((column) => column.titles[0]!);
    expect(await read(['序号', ...titles.map((title) => `${title} *`), '原因'])).toEqual([
      { number: 3, cells: { realName: '张三' } },
    ]);
    await expect(read(['序号', ...titles.slice(0, -1)])).rejects.toMatchObject({
      name: 'SHEET_OTHER_COLUMNS',
      params: { titles: titles.at(-1) },
    });
    await expect(read(['序号', ...titles, '星座'])).rejects.toMatchObject({ name: 'SHEET_UNKNOWN_COLUMN' });
    const english = columns.map(({ key }) => columnTitle(key, 'en-US'));
    expect(await read(['No.', ...english])).toEqual([{ number: 3, cells: { realName: '张三' } }]);
  });
});
