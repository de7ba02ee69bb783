import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';

const LIMITS = { rows: 100, columns: 20 };

/** A book whose parts are changed, and others added. */
async function book(
  change: Record<string, (xml: string) => string>,
  more: Record<string, string> = {},
): Promise<Bytes> {
  const files = unzipSync(await writeXlsx({ sheets: [{ name: 'a', rows: [['姓名'], ['李四']] }] }));
  for (const [path, make] of Object.entries(change)) files[path] = strToU8(make(strFromU8(files[path]!)));
  for (const [path, xml] of Object.entries(more)) files[path] = strToU8(xml);
  return zipSync(files, { level: 1 }).slice();
}
const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const again = (times: number, make: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => make(n)).join('');

it('a book that names one part as several sheets is broken, however it spells it', async () => {
  const id = /<sheet [^>]*r:id="([^"]+)"/;
  const listed = await book({
    [BOOK]: (xml) =>
      xml.replace(
        '</sheets>',
        `${again(3, (n) => `<sheet name="s${n}" sheetId="${n + 9}" r:id="${id.exec(xml)![1]}"/>`)}</sheets>`,
      ),
  });
  await expect(readSheet(listed, LIMITS)).rejects.toThrow('SHEET_BROKEN');
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const spelt = await book({
    [RELATIONS]: (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rId99" Type="${type}" Target="worksheets/SHEET1.xml"/></Relationships>`,
      ),
  });
  await expect(readSheet(spelt, LIMITS)).rejects.toThrow('SHEET_BROKEN');
});

it('texts are not read again for each of hundreds of sheets without a value', async () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const empty =
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"/></row></sheetData></worksheet>';
  const sheets = Array.from({ length: 400 }, (_, n) => n + 100);
  const text = `<si><t>${'字'.repeat(1_000)}</t></si>`;
  const bytes = await book(
    {
      [BOOK]: (xml) =>
        xml.replace(
          '<sheets>',
          `<sheets>${sheets.map((n) => `<sheet name="s${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}`,
        ),
      [RELATIONS]: (xml) =>
        xml.replace(
          '</Relationships>',
          `${sheets.map((n) => `<Relationship Id="rId${n}" Type="${type}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
        ),
      [TEXTS]: (xml) => xml.replace('</sst>', `${text.repeat(1_000)}</sst>`),
    },
    Object.fromEntries(sheets.map((n) => [`xl/worksheets/sheet${n}.xml`, empty])),
  );
  await expect(readSheet(bytes, LIMITS)).rejects.toThrow('SHEET_TOO_LARGE');
});

it.each([
  ['a text', SHEET, (xml: string) => xml.replace('<sheetData>', `${' '.repeat(600_000)}<sheetData>`)],
  ['a tag', SHEET, (xml: string) => xml.replace('<sheetData>', `<sheetData a="${'a'.repeat(600_000)}">`)],
  ['a text of the list of texts', TEXTS, (xml: string) => xml.replace('李四', '字'.repeat(600_000))],
])('%s that is longer than any cell is refused before the library reads it', async (_, path, make) => {
  await expect(readSheet(await book({ [path]: make }), LIMITS)).rejects.toThrow('SHEET_TOO_LARGE');
});
