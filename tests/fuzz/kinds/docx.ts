import { writeDocx } from '#core/docx/export/write-docx.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl, removeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import { contentPage, type WordContent } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { entriesOf, mutateZip } from '../mutate/zip.ts';

const good = [...goodOnes('docx').values()].map(entriesOf);

const field: ContentField = {
  key: 'field00001',
  name: '甲方',
  types: ['TEXT'],
  length: 10,
  input: 'LINE',
  format: 'PLAIN',
  choices: [],
  required: true,
  preset: '',
  filledBy: 'SENDER',
  position: 1,
};
const content: WordContent = {
  kind: 'WORD',
  rowFields: {},
  docx: 'a'.repeat(64),
  fields: [field],
  rows: [{ key: 'rows000001', name: '行', least: 0, most: 5, position: 1 }],
  options: [{ key: 'option0001', name: '款', kept: true, position: 1 }],
  signers: [],
  anchors: [],
};
const WRITTEN = { title: 'a', pictures: new Map(), placeName: () => 'a' };
const FACES = { SONG: 'S', HEI: 'H', KAI: 'K', FANGSONG: 'F' };

export const docx: FuzzKind = {
  make: (random) => mutateZip({ ...random.pick(good) }, random),
  // Measured 11 units for one of 10 kB, and 5 for one of 90 kB.
  costs: { units: 60, perKilobyte: 0.5 },
  acts: {
    marks: (bytes) => readMarks(openDocx(bytes)),
    place(bytes) {
      const opened = openDocx(bytes);
      const [first] = readText(opened).filter(({ text }) => text.length > 1);
      if (!first) return;
      const placed = placeControl(
        opened,
        { paragraph: first.index, from: 1, to: 2 },
        { key: 'new0000001', title: 'a' },
      );
      removeControl(openDocx(placed), 'new0000001');
    },
    fill(bytes) {
      for (const dropped of [true, false])
        openDocx(
          fillDocx(
            openDocx(bytes),
            content,
            {
              fields: { field00001: '一\n二' },
              rows: { rows000001: dropped ? [] : Array.from({ length: 500 }, () => ({})) },
              options: { option0001: !dropped },
            },
            { format: (_, value) => value },
          ),
        );
    },
    async import(bytes) {
      let made = 0;
      const newKey = () => `made${String(made++).padStart(6, '0')}`;
      const { body } = await importDocx(openDocx(bytes), { there: content, newKey });
      writeDocx({ ...content, kind: 'WEB', page: contentPage.parse({}), body }, WRITTEN);
    },
    convert(bytes) {
      const opened = openDocx(bytes);
      const sent = openDocx(forConversion(opened, { faces: FACES, paragraphs: true }).bytes);
      if (sent.external.length > 0) throw new Error('what lies elsewhere is sent to the converter');
    },
  },
};
