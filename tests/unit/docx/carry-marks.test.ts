import { describe, expect, it } from 'vitest';
import { carryMarks } from '#core/docx/carry-marks.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { locateCharacters, placeAt } from '#core/docx/locate.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { type ForeignMark, readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { textBoxes } from '#core/pdf/text/text-boxes.ts';
import { takeMarks, understandMark } from '#core/template/take-marks.ts';
import { makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';
import { FACES, layOut, soffice } from '#tests/fixtures/docx/soffice.ts';

const [FIELD, SEAL, ROWS, OPTION, GONE] = [
  'fieldparty01',
  'anchorseal01',
  'rowsgoods001',
  'optionparts1',
  'fieldgone001',
];

describe('a file that replaces another', () => {
  it('keeps the fields at their words, and reports those without a place', () => {
    let docx = openDocx(
      makeDocx({
        body:
          paragraph('甲方：某公司，地址如下') +
          paragraph('第九条 可选') +
          table([['名称'], ['某物']]) +
          paragraph('甲方盖章：') +
          paragraph('旧条款一句'),
      }),
    );
    const put = (at: Parameters<typeof placeControl>[1], key: string) => {
      docx = openDocx(placeControl(docx, at, { key, title: key }));
    };
    put({ paragraph: 0, from: 3, to: 6 }, FIELD!);
    put({ paragraph: 4, from: 5, to: 5 }, SEAL!);
    put({ paragraph: 5, from: 0, to: 2 }, GONE!);
    put({ rowOf: 3 }, ROWS!);
    put({ paragraphs: [1, 1] }, OPTION!);
    const next = openDocx(
      makeDocx({
        body:
          paragraph('新的标题') +
          paragraph('本合同由甲方：某公司，住所改了') +
          table([['名称'], ['某物']]) +
          paragraph('第九条 可选') +
          paragraph('甲方盖章：'),
      }),
    );
    const { bytes, lost } = carryMarks(docx, next, (key) => key);
    expect(lost).toEqual([{ key: GONE, text: '旧条', around: '旧条款一句' }]);
    const marks = readMarks(openDocx(bytes)).flatMap((mark) =>
      mark.kind === 'OWN' ? [[mark.key, mark.text]] : [],
    );
    expect(marks).toEqual([
      [FIELD, '某公司'],
      [ROWS, '某物'],
      [OPTION, '第九条 可选'],
      [SEAL, `[${SEAL}]`],
    ]);
    // The same file, edited in Word, has its controls already.
    expect(carryMarks(docx, docx, (key) => key)).toEqual({ bytes: docx.bytes, lost: [] });
  });
});

describe('marks of others', () => {
  it('become fields and places by what they are called', () => {
    const mark = (name: string, more: Partial<ForeignMark> = {}): ForeignMark => ({
      kind: 'TEXT',
      name,
      paragraph: 0,
      from: 0,
      to: 1,
      place: 'BODY',
      ...more,
    });
    expect(understandMark(mark('合同编号'))).toMatchObject({
      kind: 'FIELD',
      name: '合同编号',
      types: ['TEXT'],
      input: 'LINE',
    });
    expect(understandMark(mark('a b(c)', { type: 'date', role: '乙方' }))).toMatchObject({
      name: 'abc',
      types: ['DATE'],
      role: '乙方',
    });
    expect(understandMark(mark('章', { type: 'stamp', role: '甲方' }))).toEqual({
      kind: 'PLACE',
      place: 'ENT_SEAL',
      role: '甲方',
      signer: 'ENTERPRISE',
    });
    expect(understandMark(mark('方式', { choices: ['一', '二'] }))).toMatchObject({
      input: 'CHOICE',
      choices: ['一', '二'],
    });
    expect(understandMark(mark('（）'))).toBeUndefined();
    const docx = openDocx(makeDocx({ body: paragraph('{{甲}}与{{乙}}') }));
    const marks = readMarks(docx).map((one, i) => ({
      mark: one as ForeignMark,
      key: `fieldtaken0${i}`,
      title: 'x',
    }));
    const { bytes, left } = takeMarks(docx, [...marks, marks[0]!]);
    expect(left).toEqual(['甲']);
    expect(readMarks(openDocx(bytes))).toMatchObject([
      { kind: 'OWN', text: '{{甲}}' },
      { kind: 'OWN', text: '{{乙}}' },
    ]);
  });
});

const withLibreOffice = () =>
  it('lead back to the docx’s characters, so that a click on the page is a place in the text', async () => {
    const clauses = Array.from({ length: 60 }, (_, i) =>
      paragraph(
        run(
          `第${i + 1}条 任何一方违反本合同约定的，应当承担违约责任，赔偿守约方因此遭受的全部损失（包括 Direct loss、律师费、诉讼费等）。`,
        ),
      ),
    ).join('');
    const docx = openDocx(
      makeDocx({
        body: `${clauses}${table([
          ['名称', '数量'],
          ['某物', '1'],
        ])}`,
        header: paragraph('设备采购合同'),
        footer: paragraph('页脚'),
      }),
    );
    const paragraphs = readText(docx);
    const { bytes, marks } = forConversion(docx, { faces: FACES, paragraphs: true });
    const laidOut = readLaidOut(await layOut(bytes), marks, paragraphs.length);
    const pdf = openPdfBytes(laidOut.pdf);
    const pages = listPages(pdf).map((page) => textBoxes(pdf, page));
    const located = locateCharacters(pages, laidOut.starts, paragraphs);
    const body = paragraphs.filter(({ part }) => part.kind === 'BODY');
    const wanted = body.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
    expect(located.filter(({ paragraph: index }) => index < body.length).length / wanted).toBeGreaterThan(
      0.999,
    );
    for (const { paragraph: index, offset, page, box } of located.filter((_, i) => i % 97 === 0)) {
      const y = box.y + box.height / 2;
      expect(placeAt(located, { page, x: box.x + box.width * 0.2, y })).toEqual({ paragraph: index, offset });
    }
    expect(placeAt(located, { page: 1, x: 5, y: 290 })).toBeUndefined();
  });

if (soffice) describe('the pages of a docx', withLibreOffice);
else
  it('has no pages to map from, because LibreOffice is not installed', () => expect(soffice).toBeUndefined());
