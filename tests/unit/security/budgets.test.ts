import { strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { isAppError } from '#core/errors.ts';
import { readPasted } from '#core/sheet/read-pasted.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import type { BodyBlock } from '#core/template/body.ts';
import type { TemplateValues, WordContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { newTypesetBudget } from '#core/typeset/budget.ts';
import type { Block } from '#core/typeset/document.ts';
import { A4 } from '#core/typeset/document.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { cpuOf, leastOf } from '#tests/fixtures/processor-time.ts';
import { chip, key, line, makeContent, makeField, makeValues, says } from '../template/contents.ts';
import { testFaces } from '../typeset/paragraphs.ts';
import { growsAt, growsFrom } from './growth.ts';

const FACES = { SONG: 'S', HEI: 'H', KAI: 'K', FANGSONG: 'F' };
const nameOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return error.name;
    throw error;
  }
  return 'done';
};
/** What a hostile file may take at most, as the fuzzer says it: time of the processor, ms. */
const MOST_MS = 2_000;

describe('a Word file that is prepared for its conversion', () => {
  const hostile: Readonly<Record<string, (size: number) => Bytes>> = {
    'styles without an end': (size) => makeDocx({ body: paragraph('甲'), styles: '<w:style/>'.repeat(size) }),
    'uses of styles in a section of plain characters': (size) =>
      makeDocx({ body: `<w:p><w:r><w:t><![CDATA[${'<w:pStyle'.repeat(size)}]]></w:t></w:r></w:p>` }),
    'spaces in an attribute of an empty paragraph': (size) =>
      makeDocx({ body: `<w:p w:a="${' '.repeat(size)}b"/>` }),
    'a part in a folder of a long name': (size) => {
      const files = unzipSync(makeDocx({ body: paragraph('甲') }));
      const folder = 'a'.repeat(Math.min(size, 30_000));
      files[`${folder}/document.xml`] = files['word/document.xml']!;
      for (const path of ['_rels/.rels', '[Content_Types].xml'])
        files[path] = strToU8(
          new TextDecoder().decode(files[path]!).replace('word/document.xml', `${folder}/document.xml`),
        );
      return zipSync(files) as Bytes;
    },
    'controls in one paragraph': (size) =>
      makeDocx({
        body: `<w:p>${'<w:sdt><w:sdtPr><w:tag w:val="signet:k000000001"/></w:sdtPr><w:sdtContent/></w:sdt>'.repeat(size / 8)}</w:p>`,
      }),
  };
  for (const [what, make] of Object.entries(hostile))
    it(`takes time in proportion to the file, also of ${what}`, () => {
      const files = new Map<number, Bytes>();
      for (let size = 1_600; size <= 102_400; size *= 4) files.set(size, make(size));
      const prepare = (size: number) =>
        nameOf(() => forConversion(openDocx(files.get(size)!), { faces: FACES, paragraphs: true }));
      expect(growsAt(prepare, 102_400)).toBeUndefined();
    });

  it('keeps what looks like a reference in another attribute, and removes the reference', () => {
    const shape = `<w:p><w:r><w:pict><v:imagedata o:title=" src='a' " src="http://elsewhere.test/a.png"/></w:pict></w:r></w:p>`;
    const { bytes } = forConversion(openDocx(makeDocx({ body: shape })), { faces: FACES });
    const body = new TextDecoder().decode(unzipSync(bytes)['word/document.xml']);
    expect(body).toContain(`o:title=" src='a' " src=""`);
  });
});

const NEVER: WordContent = {
  kind: 'WORD',
  docx: 'a'.repeat(64),
  rowFields: {},
  fields: [],
  rows: [{ key: 'rows000001', name: '行', least: 0, most: 500, position: 1 }],
  options: [],
  signers: [],
  anchors: [],
};
const rowsIn = (depth: number, inner: string): string =>
  depth === 0
    ? inner
    : `<w:sdt><w:sdtPr><w:tag w:val="signet:rows000001"/></w:sdtPr><w:sdtContent>${rowsIn(depth - 1, inner)}</w:sdtContent></w:sdt>`;
const fill = (body: string, rows: number) => {
  const values: TemplateValues = {
    fields: {},
    rows: { rows000001: Array.from({ length: rows }, () => ({})) },
    options: {},
  };
  return fillDocx(openDocx(makeDocx({ body })), NEVER, values, { format: (_, value) => value });
};

describe('a Word template that is filled', () => {
  it('is refused within the time of the fuzzer where its rows make more of it than a contract is', () => {
    for (const body of [
      rowsIn(1, paragraph('甲'.repeat(60_000))),
      rowsIn(8, paragraph('甲')),
      rowsIn(8, ''),
      rowsIn(1, rowsIn(1, '').repeat(2_000)),
    ]) {
      let name = '';
      const once = () =>
        cpuOf(() => {
          name = nameOf(() => fill(body, 500));
        });
      expect(leastOf(2, once)).toBeLessThan(MOST_MS);
      expect(name).toBe('TOO_LARGE');
    }
  });

  it('has 500 rows of 8 columns after 100 pages', () => {
    const cell = `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${paragraph('价格一二三四五六')}</w:tc>`;
    const row = `<w:tr>${cell.repeat(8)}</w:tr>`;
    const body = `${paragraph('本合同条款'.repeat(8)).repeat(3_000)}<w:tbl>${rowsIn(1, row)}</w:tbl>`;
    const filled = openDocx(fill(body, 500));
    expect(readMarks(filled)).toEqual([]);
    expect(nameOf(() => forConversion(filled, { faces: FACES }))).toBe('done');
  });

  it('is refused with more marks than any template has', () => {
    const docx = openDocx(makeDocx({ body: paragraph('{{a}}'.repeat(6_000)) }));
    expect(nameOf(() => readMarks(docx))).toBe('DOCUMENT_TOO_COMPLEX');
  });
});

const cell = (...content: ReturnType<typeof line>[]) => ({ type: 'tableCell' as const, content });
const filled = (content: ReturnType<typeof makeContent>, rows: number) =>
  fillBody(
    content,
    makeValues({ rows: { [key('rows')]: Array.from({ length: rows }, () => ({ [key('item')]: '钢材' })) } }),
    { title: '合同', language: 'zh-CN', pictures: new Map(), mode: 'VALUES' },
  );
/** A text and a table with one repeated row of these cells. */
const priced = (blocks: BodyBlock[], cells: ReturnType<typeof cell>[]) =>
  makeContent(
    [
      ...blocks,
      {
        type: 'table',
        attrs: { widths: [], headerRows: 0, border: true },
        content: [{ type: 'tableRow', attrs: { repeat: key('rows') }, content: cells }],
      },
    ],
    {
      fields: [makeField('item')],
      rows: [{ key: key('rows'), name: '行', least: 0, most: 500, position: 1 }],
    },
  );

describe('a web template that is filled and typeset', () => {
  it('is refused before it is typeset where its rows make more of it than a contract is', () => {
    const long = priced([], [cell(line(says('甲'.repeat(60_000))))]);
    const many = priced([], [cell(...Array.from({ length: 200 }, () => line(says('甲'))))]);
    for (const content of [long, many]) {
      let name = '';
      const once = () =>
        cpuOf(() => {
          name = nameOf(() => filled(content, 500));
        });
      expect(leastOf(2, once)).toBeLessThan(MOST_MS / 4);
      expect(name).toBe('TOO_LARGE');
    }
  });

  it('has 500 rows of 8 columns after 100 full pages', () => {
    const page = Array.from({ length: 10 }, () => line(says('本合同自双方签字盖章之日起生效。'.repeat(8))));
    const content = priced(
      Array.from({ length: 100 }, () => page).flat(),
      Array.from({ length: 8 }, () => cell(line(says('价格'), chip('item')))),
    );
    const typeset = layOut(filled(content, 500), testFaces());
    expect(typeset.pages.length).toBeGreaterThan(100);
  });

  it('is refused with more pages than a contract has, and with more drawn on them', () => {
    const breaks = Array.from(
      { length: 1_200 },
      (_, i): Block =>
        i % 2 ? { kind: 'pageBreak' } : { kind: 'paragraph', inlines: [{ kind: 'text', text: '甲' }] },
    );
    const document = { title: 'T', language: 'zh-CN', page: A4, blocks: breaks };
    expect(nameOf(() => layOut(document, testFaces()))).toBe('DOCX_TOO_MANY_PAGES');
    const words = {
      kind: 'paragraph' as const,
      inlines: [{ kind: 'text' as const, text: '甲'.repeat(3_000) }],
    };
    const table: Block = {
      kind: 'table',
      widths: [1],
      headerRows: 1,
      rows: Array.from({ length: 900 }, (_, i) => ({
        cells: [
          {
            blocks: [
              i === 0
                ? { ...words, style: { size: 5, leading: 1 } }
                : { kind: 'paragraph', style: { size: 72, leading: 3 }, inlines: [] },
            ],
          },
        ],
      })),
    };
    const repeated = { ...document, blocks: [table] };
    expect(nameOf(() => layOut(repeated, testFaces(), { ...newTypesetBudget(), pages: 1e6 }))).toBe(
      'TOO_LARGE',
    );
  });

  it('takes time in proportion to a paragraph, also in a column of one character', () => {
    const narrow = (size: number): Block => ({
      kind: 'table',
      widths: [1, 60],
      rows: [
        {
          cells: [{ blocks: [{ kind: 'paragraph', inlines: [{ kind: 'text', text: '甲'.repeat(size) }] }] }],
        },
      ],
    });
    const endless = { set: 1e9, drawn: 1e9, filled: 1e9, blocks: 1e9, pages: 1e9 };
    const set = (size: number) =>
      layOut(
        { title: 'T', language: 'zh-CN', page: { ...A4, height: 1e7 }, blocks: [narrow(size)] },
        testFaces(),
        endless,
      );
    expect(growsAt(set, 26_000)).toBeUndefined();
  });
});

describe('a sheet', () => {
  const hostile: Readonly<Record<string, string>> = {
    'lists of cells without an end': '<sheetData>',
    'cells without an end': '<c ',
    'merged cells without an end': '<mergeCell ',
    'cells with spaces': '<c r="A1"   >',
    'empty rows': '<row/>',
  };
  for (const [what, unit] of Object.entries(hostile))
    it(`is read or refused in proportion to its size, also one of ${what}`, async () => {
      const files = unzipSync((await writeXlsx({ sheets: [{ name: 'a', rows: [['h'], ['x']] }] })).slice());
      const path = Object.keys(files).find((name) => name.includes('worksheets/sheet'))!;
      const read = (size: number) =>
        readSheet(
          zipSync({ ...files, [path]: strToU8(`<worksheet><sheetData>${unit.repeat(size)}`) }) as Bytes,
          { rows: 1_000, columns: 100 },
        ).catch((error: unknown) => {
          if (!isAppError(error)) throw error;
        });
      expect(await growsFrom(read, 25_000)).toBe(false);
    });

  it('that is pasted is read in proportion to its size, also of quotation marks', () => {
    for (const unit of ['"', '"a\t', '"""x\t', '""x\t"', '"\n'])
      expect(
        growsAt((size) => nameOf(() => readPasted(unit.repeat(size), { rows: 1e6, columns: 1e6 }))),
      ).toBeUndefined();
  });
});
