import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { cellName, cellProblem, isExample } from '#core/sheet/cells.ts';
import { readPasted } from '#core/sheet/read-pasted.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { calc, calcIsThere, calcSheet, type Typed } from '#tests/fixtures/calc.ts';

const LIMITS = { rows: 100, columns: 20 };
const texts = (sheet: { rows: { cells: { text: string }[] }[] }) =>
  sheet.rows.map(({ cells }) => cells.map(({ text }) => text));
const made = async (rows: (string | number | boolean | Date | null)[][]) =>
  (await writeXlsx({ sheets: [{ name: 'a', rows }] })).slice();
const refused = (bytes: Bytes, limits = LIMITS) => expect(readSheet(bytes, limits)).rejects;

/** The file with another text in place of one of its parts. */
function changed(bytes: Bytes, path: string, change: (text: string) => string): Bytes {
  const files = unzipSync(bytes);
  files[path] = strToU8(change(strFromU8(files[path]!)));
  return zipSync(files).slice();
}

describe('a sheet that is read', () => {
  it('keeps texts as typed and distinguishes numbers, dates and empty rows', async () => {
    const sheet = await readSheet(
      await made([
        ['姓名', '手机号', 'n', 'd'],
        ['  王𠮷 ', '013800138000', 13800138000, new Date(Date.UTC(2026, 10, 23))],
        [null, null],
        ['=1+1', '<&>"', 0.5, new Date(Date.UTC(2026, 10, 23, 14, 5))],
      ]),
      LIMITS,
    );
    expect(sheet.head).toEqual(['姓名', '手机号', 'n', 'd']);
    expect(texts(sheet)).toEqual([
      ['王𠮷', '013800138000', '13800138000', '2026-11-23'],
      ['=1+1', '<&>"', '0.5', '2026-11-23 14:05'],
    ]);
    expect(sheet.rows.map(({ number }) => number)).toEqual([2, 4]);
    expect(sheet.rows[0]!.cells.map(({ kind }) => kind)).toEqual(['TEXT', 'TEXT', 'NUMBER', 'DATE']);
  });

  it('reports numbers that lost digits by the name of their cell', async () => {
    const sheet = await readSheet(await made([['ID'], [1.10101199003071e17], [13800138000]]), LIMITS);
    expect(sheet.rows.map(({ cells }) => cellProblem(cells[0]!))).toEqual(['numberNotExact', undefined]);
    expect(cellName(sheet.rows[0]!.number, 0)).toBe('A2');
    expect(cellName(3, 27)).toBe('AB3');
  });

  it('leaves the readings of characters out of their text', async () => {
    const bytes = changed(await made([['h'], ['x']]), 'xl/sharedStrings.xml', (text) =>
      text.replace('<t>x</t>', '<t>签章</t><rPh sb="0" eb="2"><t>qian</t></rPh><phoneticPr fontId="1"/>'),
    );
    expect(texts(await readSheet(bytes, LIMITS))).toEqual([['签章']]);
  });

  it('rejects other files than xlsx, each with its reason', async () => {
    await refused(new Uint8Array()).toMatchObject({ name: 'DOCUMENT_EMPTY' });
    await refused(strToU8('name,mobile\n').slice()).toMatchObject({ name: 'SHEET_EXPECTED' });
    await refused(zipSync({ 'a.txt': strToU8('a') }).slice()).toMatchObject({ name: 'SHEET_EXPECTED' });
    const old = new Uint8Array(1024);
    old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await refused(old).toMatchObject({ name: 'SHEET_OLD_FORMAT' });
    old.set(strToU8([...'EncryptedPackage'].join('\0')), 600);
    await refused(old).toMatchObject({ name: 'DOCUMENT_ENCRYPTED' });
    await refused(await made([[]])).toMatchObject({ name: 'SHEET_EMPTY' });
    const torn = (await made([['a'], ['b']])).slice(0, 900);
    await refused(torn).toMatchObject({ name: expect.stringMatching(/^SHEET_(BROKEN|EXPECTED)$/) });
  });

  it('refuses more rows and columns than it may have, and rows that are far apart', async () => {
    const many = await made(Array.from({ length: 102 }, (_, i) => [`r${i}`]));
    await refused(many).toMatchObject({ name: 'SHEET_TOO_MANY_ROWS', params: { max: 100 } });
    await refused(await made([Array.from({ length: 21 }, (_, i) => `c${i}`)])).toMatchObject({
      name: 'SHEET_TOO_MANY_COLUMNS',
    });
    const far = changed(await made([['h'], ['x']]), 'xl/worksheets/sheet1.xml', (text) =>
      text.replace('</sheetData>', `${'<row><c r="XFD9"/></row>'.repeat(600)}</sheetData>`),
    );
    await refused(far).toMatchObject({ name: 'SHEET_TOO_LARGE' });
  });

  it('refuses a zip bomb before it is unpacked', async () => {
    const files = unzipSync(await made([['a'], ['b']]));
    files['xl/worksheets/sheet1.xml'] = new Uint8Array(40 * 1024 * 1024);
    await refused(zipSync(files, { level: 9 }).slice()).toMatchObject({ name: 'SHEET_TOO_LARGE' });
  });

  it('does not reveal the value of a formula, including shared formulas', async () => {
    const bytes = changed(
      await made([
        ['h', 'i'],
        [3, 'a'],
      ]),
      'xl/worksheets/sheet1.xml',
      (text) => text.replace(/<c r="A2"([^>]*)><v>3/, '<c r="A2"$1><f t="shared" si="0"/><v>3'),
    );
    const { rows } = await readSheet(bytes, LIMITS);
    expect(rows[0]!.cells).toEqual([
      { text: '', kind: 'FORMULA' },
      { text: 'a', kind: 'TEXT' },
    ]);
    expect(cellProblem(rows[0]!.cells[0]!)).toBe('formula');
  });
});

const COLUMNS = [
  { title: '序号', width: 8 },
  { title: '印章', width: 20, choices: ['公章', '合同专用章'], hint: '请选择' },
  { title: '城市', width: 20, choices: Array.from({ length: 80 }, (_, i) => `某某城市${i},区`) },
  { title: '证件号', width: 24 },
];
const ROWS = [
  ['1', '公章', '某某城市3,区', '110101199003071234'],
  ['=1+1', '\u0001\ud800x', '@a', '-1'],
];

describe('a sheet that is written', () => {
  it('can be read back unchanged, with its example marked and its lists hidden', async () => {
    const toFill = { rows: 50, example: ['示例（导入时忽略）', '公章', '', '110101199003071234'] };
    const bytes = await writeSheet({ name: 'a/b', columns: COLUMNS, rows: ROWS, toFill });
    const sheet = await readSheet(bytes, LIMITS);
    expect(sheet).toMatchObject({ name: 'a_b', head: COLUMNS.map(({ title }) => title) });
    expect(sheet.rows.map(isExample)).toEqual([true, false, false]);
    expect(texts(sheet).slice(1)).toEqual([ROWS[0], ['=1+1', '�x', '@a', '-1']]);
    expect(sheet.rows.flatMap(({ cells }) => cells).every(({ kind }) => kind === 'TEXT')).toBe(true);
  });

  it('reads pasted cells with quotes, tabs and line feeds inside', () => {
    const pasted = '姓名\t手机号\r\n"王 ""小""\n明"\t13800138000\t\r\n\r\n"a\tb';
    expect(texts({ rows: readPasted(pasted, LIMITS) })).toEqual([
      ['姓名', '手机号'],
      ['王 "小"\n明', '13800138000'],
      ['"a', 'b'],
    ]);
    expect(() => readPasted(' \n', LIMITS)).toThrow('SHEET_EMPTY');
    expect(() => readPasted('a\n'.repeat(101), LIMITS)).toThrow('SHEET_TOO_MANY_ROWS');
  });
});

describe('LibreOffice Calc', () => {
  if (calcIsThere) withCalc();
  else it('is not asked, as it is not on this machine', () => expect(calcIsThere).toBe(false));
});

function withCalc(): void {
  it('opens with its texts, text format and lists, saved again it reads as before', async () => {
    const toFill = { rows: 50, example: ['示例', '公章', '', '110101199003071234'] };
    const saved = await calc(
      await writeSheet({ name: '批量', columns: COLUMNS, rows: [ROWS[0]!], toFill }),
      'xlsx',
      'xlsx',
    );
    const sheet = await readSheet(saved, LIMITS);
    expect(sheet.head).toEqual(COLUMNS.map(({ title }) => title));
    expect(texts(sheet)).toEqual([['示例', '公章', '', '110101199003071234'], ROWS[0]]);
    const xml = strFromU8(unzipSync(saved)['xl/worksheets/sheet1.xml']!);
    expect(xml).toContain('公章,合同专用章');
    expect(xml).toMatch(/choices!\$A\$1:\$A\$80/);
    const styles = strFromU8(unzipSync(saved)['xl/styles.xml']!);
    expect(styles).toMatch(/numFmtId="49"|formatCode="@"/);
  });

  it('reads what Calc saved: formulas, dates and numbers', async () => {
    const read = await readSheet(
      await calcSheet({
        一: [
          ['姓名', '证件号', '日期', '和'],
          ['王小明', { number: 1.10101199003071e17 }, { date: '2026-11-23' }, { formula: '1+2', value: 3 }],
        ],
        二: [],
      }),
      LIMITS,
    );
    expect(read.rows[0]!.cells.map(({ kind }) => kind)).toEqual(['TEXT', 'NUMBER', 'DATE', 'FORMULA']);
    expect(read.rows[0]!.cells[2]!.text).toBe('2026-11-23');
    expect(read.rows[0]!.cells.map(cellProblem)).toEqual([undefined, 'numberNotExact', undefined, 'formula']);
  });

  it('refuses what Calc saved with several sheets', async () => {
    await refused(await calcSheet({ a: [['x']], b: [['y']] })).toMatchObject({
      name: 'SHEET_SEVERAL',
      params: { one: 'a', other: 'b' },
    });
  });

  it('refuses what Calc saved with merged cells', async () => {
    await refused(await calcSheet({ a: [['h', 'i'], [{ merged: 2, text: 'x' }]] })).toMatchObject({
      name: 'SHEET_MERGED',
      params: { cells: 'A2:B2' },
    });
  });

  it('reads below titles that Calc merged across the table, refusing cells merged within it', async () => {
    const titles: Typed[][] = [
      [{ merged: 3, text: '十一月劳务人员' }],
      [],
      [{ merged: 2, text: '制表：人事部' }],
    ];
    const table: Typed[][] = [
      ['序号', '姓名', '日期'],
      ['1', '王小明', { date: '2026-11-23' }],
    ];
    const read = await readSheet(await calcSheet({ a: [...titles, ...table] }), LIMITS);
    expect(read.head).toEqual(['序号', '姓名', '日期']);
    expect(read.rows.map(({ number, cells }) => [number, cells.map(({ text }) => text)])).toEqual([
      [5, ['1', '王小明', '2026-11-23']],
    ]);
    const within: Typed[] = ['2', { merged: 2, text: '李娜' }];
    await refused(await calcSheet({ a: [...titles, ...table, within] })).toMatchObject({
      name: 'SHEET_MERGED',
      params: { cells: 'B6:C6' },
    });
  });

  it('refuses what Calc saved as xls', async () => {
    await refused(await calcSheet({ a: [['x']] }, 'xls')).toMatchObject({ name: 'SHEET_OLD_FORMAT' });
  });
}
