import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import type { WordContent } from '#core/template/content.ts';
import { BLOCKS, fileOfKinds, SECTIONS } from '#tests/fixtures/docx/kinds.ts';
import { makeDocx, run } from '#tests/fixtures/docx/make-docx.ts';
import { FACES, layOut, soffice } from '#tests/fixtures/docx/soffice.ts';
import { aField } from '#tests/fixtures/template-content.ts';

const VALUE = '某某设备采购及服务（集团）有限公司';
const NAMES = Object.keys(BLOCKS);
const keyOf = (name: string) => `field${name.padEnd(10, '0')}`;

/** The file with `{{…}}` in each way, made a field, without and with its value. */
function filled(section: string) {
  let docx = openDocx(makeDocx(fileOfKinds(section, (name) => run(`{{${name}}}`))));
  const before = docx.bytes;
  for (const mark of readMarks(docx)) {
    if (mark.kind !== 'TEXT') continue;
    docx = openDocx(placeControl(docx, mark, { key: keyOf(mark.name), title: mark.name }));
  }
  const content: WordContent = {
    kind: 'WORD',
    rowFields: {},
    docx: 'a'.repeat(64),
    fields: NAMES.map((name) => aField(name, { key: keyOf(name) })),
    rows: [],
    options: [],
    signers: [],
    anchors: [],
  };
  const fields = Object.fromEntries(NAMES.map((name) => [keyOf(name), VALUE]));
  const bytes = fillDocx(docx, content, { fields, rows: {}, options: {} }, { format: (_, value) => value });
  return { before, marked: docx.bytes, bytes };
}

/** The same text as a person would have written it, with bookmarks of Word around the word. */
const written = (section: string) =>
  makeDocx(
    fileOfKinds(section, (name) => {
      const mark = (end: string, id: number) =>
        `<w:bookmarkStart w:id="${id}" w:name="SgM${NAMES.indexOf(name)}x${end}"/><w:bookmarkEnd w:id="${id}"/>`;
      const id = NAMES.indexOf(name) * 2 + 1;
      return mark('a', id) + run(VALUE) + mark('b', id + 1);
    }),
  );

describe(`${NAMES.length * Object.keys(SECTIONS).length} ways in which a word may stand in a Word file`, () => {
  it('all are marked without a change outside of the runs', () => {
    for (const section of Object.keys(SECTIONS)) {
      const { before, marked } = filled(section);
      const [a, b] = [unzipSync(before), unzipSync(marked)];
      expect(Object.keys(b)).toEqual(Object.keys(a));
      for (const path of Object.keys(a)) if (path !== 'word/document.xml') expect(b[path]).toEqual(a[path]);
      const plain = strFromU8(b['word/document.xml']!).replace(
        /<w:sdt><w:sdtPr>.*?<w:sdtContent>|<\/w:sdtContent><\/w:sdt>/g,
        '',
      );
      expect(plain).toBe(strFromU8(a['word/document.xml']!));
      expect(readMarks(openDocx(marked))).toHaveLength(NAMES.length);
    }
  });

  const withLibreOffice = () => {
    for (const section of Object.keys(SECTIONS))
      it(`${section}: stand where LibreOffice has them, within 0.5 mm`, async () => {
        const { bytes, marks } = forConversion(openDocx(filled(section).bytes), { faces: FACES });
        const own = readLaidOut(await layOut(bytes), marks).boxes;
        const native = forConversion(openDocx(written(section)), { faces: FACES });
        const placed = NAMES.map((name, i) => ({ name: `SgM${i}x`, key: keyOf(name), empty: false }));
        const theirs = readLaidOut(await layOut(native.bytes), placed).boxes;
        expect(theirs).toHaveLength(NAMES.length);
        expect(own.map(({ key }) => key).sort()).toEqual(theirs.map(({ key }) => key).sort());
        for (const box of own) {
          const other = theirs.find(({ key }) => key === box.key)!;
          expect(box.page, box.key).toBe(other.page);
          for (const side of ['x', 'y', 'width'] as const)
            expect(Math.abs(box[side] - other[side]), `${box.key} ${side}`).toBeLessThan(0.5);
        }
      }, 120_000);
  };
  if (soffice) withLibreOffice();
  else it('are not laid out, because LibreOffice is not installed', () => expect(soffice).toBeUndefined());
});
