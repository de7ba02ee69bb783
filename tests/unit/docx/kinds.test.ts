import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { textBoxes } from '#core/pdf/text/text-boxes.ts';
import type { WordContent } from '#core/template/content.ts';
import { BLOCKS, fileOfKinds, SECTIONS } from '#tests/fixtures/docx/kinds.ts';
import { makeDocx, run } from '#tests/fixtures/docx/make-docx.ts';
import { FACES, layOut, soffice, writtenAgain } from '#tests/fixtures/docx/soffice.ts';
import { aField } from '#tests/fixtures/template-content.ts';

const VALUE = '某某设备采购及服务（集团）有限公司';
const NAMES = Object.keys(BLOCKS);
const keyOf = (name: string) => `field${name.padEnd(10, '0')}`;

/** Who wrote the file: the generator, as Word does, or LibreOffice, which read it and wrote it in its own way. */
const WRITERS = { Word: (files: readonly Bytes[]) => files, LibreOffice: writtenAgain } as const;
type Writer = keyof typeof WRITERS;

/** LibreOffice 7.4 writes the words of a control around a paragraph several times, and a break beside a bookmark otherwise. */
const without = (writer: Writer) =>
  writer === 'LibreOffice' ? ['controlled', 'pagebreak', 'columnbreak'] : [];
const namesOf = (writer: Writer) => NAMES.filter((name) => !without(writer).includes(name));

/** The XML without our controls, whose words stay. */
const withoutOwn = (xml: string): string =>
  xml.replace(
    /<w:sdt><w:sdtPr><w:alias w:val="[^"]*"\/><w:tag w:val="signet:[^>]*>.*?<w:sdtContent>(.*?)<\/w:sdtContent><\/w:sdt>/gs,
    '$1',
  );

/** Runs of the same look that follow each other as one: a mark among other words divides theirs. */
function joined(xml: string): string {
  const runs = /(<w:r>(<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>|)(?:(?!<\/w:r>).)*)<\/w:r><w:r>\2(?!<w:rPr>)/gs;
  let before = '';
  let now = xml.replaceAll(' xml:space="preserve"', '');
  while (now !== before) {
    before = now;
    now = now.replace(runs, '$1').replaceAll('</w:t><w:t>', '');
  }
  return now;
}

const made = new Map<string, ReturnType<typeof fill>>();

/** The files of a writer by section: with `{{…}}`, and with the words themselves. */
type Sources = Map<string, { marked: Bytes; native: Bytes }>;
const sources = new Map<Writer, Sources>();

/** All at once: LibreOffice takes seconds to start. */
function sourcesOf(writer: Writer): Sources {
  const known = sources.get(writer);
  if (known) return known;
  const sections = Object.keys(SECTIONS);
  const files = WRITERS[writer](
    sections.flatMap((section) => [
      makeDocx(fileOfKinds(section, (name) => run(`{{${name}}}`), without(writer))),
      written(section, writer),
    ]),
  );
  const bySection: Sources = new Map(
    sections.map((section, i) => [section, { marked: files[2 * i]!, native: files[2 * i + 1]! }]),
  );
  sources.set(writer, bySection);
  return bySection;
}

/** Made once for all that is asked of it. */
function filled(section: string, writer: Writer): ReturnType<typeof fill> {
  const key = `${section} ${writer}`;
  const known = made.get(key) ?? fill(section, writer);
  made.set(key, known);
  return known;
}

/** The file with `{{…}}` in each way, made a field, without and with its value. */
function fill(section: string, writer: Writer) {
  let docx = openDocx(sourcesOf(writer).get(section)!.marked);
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

/** LibreOffice reports no bookmark of a note: such a word is judged by its letters alone. */
const TOLD = NAMES.filter((name) => name !== 'innote');

/**
 * The same text as a person would have written it, with bookmarks of Word around the word. Without the tags that Word put
 * around what it recognized, in which LibreOffice loses bookmarks.
 */
function written(section: string, writer: Writer): Bytes {
  const source = fileOfKinds(
    section,
    (name) => {
      if (!TOLD.includes(name)) return run(VALUE);
      const mark = (end: string, id: number) =>
        `<w:bookmarkStart w:id="${id}" w:name="SgM${NAMES.indexOf(name)}x${end}"/><w:bookmarkEnd w:id="${id}"/>`;
      const id = NAMES.indexOf(name) * 2 + 1;
      return mark('a', id) + run(VALUE) + mark('b', id + 1);
    },
    without(writer),
  );
  return makeDocx({ ...source, body: source.body.replace(/<\/?w:smartTag\b[^>]*>/g, '') });
}

interface Letter {
  text: string;
  page: number;
  x: number;
  y: number;
}

/** Each letter of the pages with its place. */
function lettersOf(pdf: Bytes): Letter[] {
  const document = openPdfBytes(pdf);
  return listPages(document).flatMap((page) =>
    textBoxes(document, page).map(({ text, box }) => ({ text, page: page.index, x: box.x, y: box.y })),
  );
}

describe.each(soffice ? (['Word', 'LibreOffice'] as const) : (['Word'] as const))(
  `${NAMES.length} ways in which a word may stand, in ${Object.keys(SECTIONS).length} kinds of sections, in a file of %s`,
  (writer) => {
    it('are 60 or more, all marked without a change outside of the runs', () => {
      expect(NAMES.length).toBeGreaterThanOrEqual(60);
      for (const section of Object.keys(SECTIONS)) {
        const { before, marked } = filled(section, writer);
        const [a, b] = [unzipSync(before), unzipSync(marked)];
        expect(Object.keys(b)).toEqual(Object.keys(a));
        const marks = ['word/document.xml', 'word/footnotes.xml'];
        for (const path of Object.keys(a)) if (!marks.includes(path)) expect(b[path]).toEqual(a[path]);
        for (const path of marks) {
          const [from, to] = [strFromU8(a[path]!), strFromU8(b[path]!)];
          expect(joined(withoutOwn(to))).toBe(joined(from));
          expect(to).not.toBe(from);
        }
        const own = readMarks(openDocx(marked)).flatMap((one) => (one.kind === 'OWN' ? [one.key] : []));
        expect(own.sort()).toEqual(namesOf(writer).map(keyOf).sort());
      }
    });

    const withLibreOffice = () => {
      for (const section of Object.keys(SECTIONS))
        it(`${section}: stand where LibreOffice has them, within 0.5 mm`, async () => {
          const { bytes, marks } = forConversion(openDocx(filled(section, writer).bytes), { faces: FACES });
          const laidOut = readLaidOut(await layOut(bytes), marks);
          const own = laidOut.boxes;
          const native = forConversion(openDocx(sourcesOf(writer).get(section)!.native), { faces: FACES });
          const placed = NAMES.map((name, i) => ({ name: `SgM${i}x`, key: keyOf(name), empty: false }));
          const nativeLaidOut = readLaidOut(await layOut(native.bytes), placed);
          const theirs = nativeLaidOut.boxes;
          expect(theirs).toHaveLength(TOLD.filter((name) => namesOf(writer).includes(name)).length);
          expect(own.map(({ key }) => key).sort()).toEqual(theirs.map(({ key }) => key).sort());
          const apart = own.filter((box) => {
            const other = theirs.find(({ key }) => key === box.key)!;
            return (
              box.page !== other.page ||
              (['x', 'y', 'width'] as const).some((side) => Math.abs(box[side] - other[side]) >= 0.5)
            );
          });
          expect(apart).toEqual([]);
          // each letter of the pages, too, the notes among them
          const [letters, others] = [lettersOf(laidOut.pdf), lettersOf(nativeLaidOut.pdf)];
          expect(letters.map(({ text }) => text).join('')).toBe(others.map(({ text }) => text).join(''));
          const off = letters.filter((letter, i) => {
            const other = others[i]!;
            return letter.page !== other.page || Math.hypot(letter.x - other.x, letter.y - other.y) > 0.5;
          });
          expect(off).toEqual([]);
        });
    };
    if (soffice) withLibreOffice();
    else it('are not laid out, because LibreOffice is not installed', () => expect(soffice).toBeUndefined());
  },
);
