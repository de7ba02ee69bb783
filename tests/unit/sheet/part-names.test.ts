import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import { cellName, cellProblem } from '#core/sheet/cells.ts';
import { readPasted } from '#core/sheet/read-pasted.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';

const LIMITS = { rows: 100, columns: 20 };
const book = async () =>
  (await writeXlsx({ sheets: [{ name: 'a', rows: [['姓名'], ['王𠮷'], ['#N/A'], ['李四']] }] })).slice();

/** The zip with its parts under other names, and other texts of them. */
function rewritten(
  bytes: Bytes,
  name: (path: string) => string,
  text = (_: string, xml: string): string | undefined => xml,
): Bytes {
  const files: Record<string, Uint8Array> = {};
  for (const [path, data] of Object.entries(unzipSync(bytes))) {
    const isText = /\.(xml|rels)$/i.test(path);
    const made = isText ? text(path, strFromU8(data)) : undefined;
    if (isText && made === undefined) continue;
    files[name(path)] = made === undefined ? data : strToU8(made);
  }
  return zipSync(files).slice();
}
const capital = (path: string) => path.replace(/[^/]+$/, (file) => file[0]!.toUpperCase() + file.slice(1));

describe('a package whose part names differ from those of its relations by case', () => {
  it.each([
    ['SharedStrings.xml', (path: string) => path.replace('sharedStrings', 'SharedStrings')],
    ['all parts in capitals', (path: string) => path.toUpperCase()],
    ['all parts with a capital', capital],
  ])('is read as a sheet with its texts: %s', async (_, name) => {
    const sheet = await readSheet(rewritten(await book(), name), LIMITS);
    expect(sheet.head).toEqual(['姓名']);
    expect(sheet.rows.map(({ cells }) => cells[0]!.text)).toEqual(['王𠮷', '#N/A', '李四']);
  });

  it.each([
    ['Document.xml', (path: string) => path.replace('document.xml', 'Document.xml')],
    ['all parts in capitals', (path: string) => path.toUpperCase()],
    ['all parts with a capital', capital],
  ])('is read, written and imported as a Word file: %s', async (_, name) => {
    const source = makeDocx({
      body: paragraph('甲方') + paragraph('题', '<w:pStyle w:val="1"/>'),
      header: paragraph('页眉'),
    });
    const file = rewritten(source, name);
    expect(readText(openDocx(file)).map(({ text }) => text)).toEqual(['甲方', '题', '页眉']);
    const placed = placeControl(openDocx(file), { paragraph: 0, from: 0, to: 2 }, { key: 'k', title: 't' });
    expect(readMarks(openDocx(placed))).toHaveLength(1);
    expect(Object.keys(unzipSync(placed)).sort()).toEqual(Object.keys(unzipSync(file)).sort());
    const { body, page } = await importDocx(openDocx(file), {
      there: { fields: [], rows: [], options: [], signers: [], anchors: [] },
      newKey: () => 'new000000001',
    });
    expect(body.content.map(({ type }) => type)).toEqual(['paragraph', 'heading']);
    expect(page.header).toBe('页眉');
  });
});

describe('a sheet whose texts cannot be read is an error, not a sheet of empty cells', () => {
  it('without the part of the texts, or without its relation', async () => {
    const noPart = rewritten(
      await book(),
      (path) => path,
      (path, xml) => (path.endsWith('sharedStrings.xml') ? undefined : xml),
    );
    await expect(readSheet(noPart, LIMITS)).rejects.toThrow('SHEET_BROKEN');
    const noRelation = rewritten(
      await book(),
      (path) => path,
      (path, xml) =>
        path.endsWith('workbook.xml.rels')
          ? xml.replace(/<Relationship [^>]*sharedStrings[^>]*\/>/, '')
          : xml,
    );
    await expect(readSheet(noRelation, LIMITS)).rejects.toThrow('SHEET_BROKEN');
  });

  it('with fewer texts than its cells refer to', async () => {
    const fewer = rewritten(
      await book(),
      (path) => path,
      (path, xml) =>
        path.endsWith('sharedStrings.xml') ? xml.replace(/<si>(?:(?!<si>).)*<\/si>(?=<\/sst>)/, '') : xml,
    );
    await expect(readSheet(fewer, LIMITS)).rejects.toThrow('SHEET_BROKEN');
  });
});

describe('a cell of texts', () => {
  const withCell = async (xml: string) =>
    rewritten(
      await book(),
      (path) => path,
      (path, text) =>
        path.includes('worksheets/sheet1') ? text.replace(/<c r="A2"[^>]*>.*?<\/c>/s, xml) : text,
    );
  const second = async (xml: string) => {
    const { rows } = await readSheet(await withCell(xml), LIMITS);
    return rows[0]!.cells[0]!.text;
  };

  it.each([
    ['inline', '<c r="A2" t="inlineStr"><is><t>内</t></is></c>', '内'],
    [
      'rich',
      '<c r="A2" t="inlineStr"><is><r><t>粗</t></r><r><t xml:space="preserve"> 细</t></r></is></c>',
      '粗 细',
    ],
    [
      'with a reading',
      '<c r="A2" t="inlineStr"><is><t>王</t><rPh sb="0" eb="1"><t>wáng</t></rPh></is></c>',
      '王',
    ],
    ['with markup in it', '<c r="A2" t="str"><v><![CDATA[甲<乙]]></v></c>', '甲<乙'],
  ])('%s is read', async (_, xml, text) => {
    expect(await second(xml)).toBe(text);
  });

  it.each(['<c r="A2" t="s"/>', '<c r="A2" t="s"></c>'])(
    'without a value is empty, not the first text: %s',
    async (xml) => {
      expect(await second(xml)).toBe('#N/A');
    },
  );

  it.each([
    '<c r="A2"><is><t>无型</t></is></c>',
    '<c r="A2" t="s"><v>-1</v></c>',
    '<c r="A2" t="s"><v>1.0</v></c>',
    '<c r="A2" t="s"><v></v></c>',
    '<c t="s"/>',
  ])('that would be read as another one is an error: %s', async (xml) => {
    await expect(second(xml)).rejects.toMatchObject({ name: 'SHEET_BROKEN' });
  });

  it.each([
    ['absolute', (target: string) => `/xl/${target}`],
    ['up and down', (target: string) => `./../xl/${target}`],
  ])('is found by a relation whose target is %s', async (_, target) => {
    const file = rewritten(
      await book(),
      (path) => path,
      (path, text) =>
        path.endsWith('workbook.xml.rels')
          ? text.replace(/Target="(?!\/)([^"]+)"/g, (_, to: string) => `Target="${target(to)}"`)
          : text,
    );
    expect((await readSheet(file, LIMITS)).rows[0]!.cells[0]!.text).toBe('王𠮷');
  });
});

describe('cells with an error', () => {
  it('are named with their cell, whether calculated or pasted as values', async () => {
    const { rows } = await readSheet(await book(), LIMITS);
    expect(rows.map(({ number, cells }) => [cellName(number, 0), cellProblem(cells[0]!)])).toEqual([
      ['A2', undefined],
      ['A3', 'errorValue'],
      ['A4', undefined],
    ]);
    const calculated = rewritten(
      await book(),
      (path) => path,
      (path, xml) =>
        path.endsWith('sheet1.xml')
          ? xml.replace(/(<c r="A2"[^>]*?) t="s"([^>]*>)<v>\d+<\/v>/, '$1 t="e"$2<v>#DIV/0!</v>')
          : xml,
    );
    const [first] = (await readSheet(calculated, LIMITS)).rows;
    expect(cellProblem(first!.cells[0]!)).toBe('errorValue');
  });

  it('of every kind are recognized in pasted text, and other text is none', () => {
    const errors = [
      '#N/A',
      '#REF!',
      '#VALUE!',
      '#DIV/0!',
      '#NAME?',
      '#NUM!',
      '#NULL!',
      '#SPILL!',
      '#CALC!',
      '＃N/A',
      '####',
      '＃ＤＩＶ／０！',
      '#溢出!',
      '#计算！',
      '#ERROR!',
      '#BLOCKED!',
      'Err:502',
      '错误：522',
    ];
    for (const text of errors)
      expect(cellProblem(readPasted(text, LIMITS)[0]!.cells[0]!), text).toBe('errorValue');
    for (const text of ['#1', 'N/A', '#N/A 待定', '第#号', '#1楼!', '#标签', 'Err:', '错误:50'])
      expect(cellProblem(readPasted(text, LIMITS)[0]!.cells[0]!), text).toBeUndefined();
  });
});
