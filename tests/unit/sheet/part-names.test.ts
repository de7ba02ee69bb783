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
    ];
    for (const text of errors)
      expect(cellProblem(readPasted(text, LIMITS)[0]!.cells[0]!), text).toBe('errorValue');
    for (const text of ['#1', 'N/A', '#N/A 待定', '第#号'])
      expect(cellProblem(readPasted(text, LIMITS)[0]!.cells[0]!), text).toBeUndefined();
  });
});
