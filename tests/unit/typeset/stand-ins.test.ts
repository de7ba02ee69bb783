import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { evidenceReport, type ReportFacts } from '#core/evidence/report.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { standInNote } from '#core/locales/stand-in-note.ts';
import { withStandIns } from '#core/stand-ins.ts';
import { voidAgreement } from '#core/task/void-agreement.ts';
import { A4, type TypesetDocument } from '#core/typeset/document.ts';
import { fontPath, makeFontShelf } from '#core/typeset/font-files.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { mapTexts } from '#core/typeset/map-texts.ts';
import { drawableWith } from '#core/typeset/stand-ins.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { typesetFonts } from '#scripts/build-typeset-fonts.ts';

const files = new Map(typesetFonts().map(({ from, to }) => [`/fonts/${to}`, from]));
const shelf = makeFontShelf(
  async (file) => new Uint8Array(readFileSync(files.get(fontPath(file))!)) as Bytes,
);

/** Scripts and signs that a title, a name or a reason came with. */
const TEXTS = [
  '合同😀',
  'Łódź',
  '김철수',
  'عقد',
  '𠮷野',
  '👨‍👩‍👧',
  '葛\u{e0100}城',
  'Nguyễn',
  '\ue000某',
  'ไทย',
];

/** All that a document says. */
function wordsOf(document: TypesetDocument): string {
  let words = '';
  mapTexts(document, (text) => {
    words += text;
    return text;
  });
  return words;
}

const agreement = (text: string, language: (typeof LANGUAGES)[number]) =>
  voidAgreement({
    number: 'QS1',
    title: text,
    completedAt: '2026-11-20 14:05',
    files: [{ name: `${text}.pdf`, sha256: 'ab'.repeat(32) }],
    reason: text,
    parties: [
      { key: 'one', type: 'ENTERPRISE', name: text, operator: text },
      { key: 'two', type: 'PERSON', name: '李四', operator: '' },
    ],
    language,
  });

const facts = (text: string): ReportFacts => ({
  language: 'zh-CN',
  number: 'QS1',
  title: text,
  initiator: text,
  completedAt: '2026-11-20 14:05:09',
  files: [{ name: text, sha256: 'ab'.repeat(32) }],
  parties: [{ name: text, signedAt: '2026-11-20 14:05:09', certificates: [text] }],
  identities: [{ name: text, route: '', at: '2026-11-20' }],
  consents: [{ who: text, method: 'SMS', at: '2026-11-20', digests: [] }],
  steps: [{ event: 'SENT', operator: text, agent: text, remark: text, seq: 1 } as never],
  timeOf: () => '2026-11-20',
  certificates: [{ subject: text, serial: '01', from: '', to: '', revocation: 'good', said: '' }],
  stamps: [{ file: text, on: text, authority: text, at: '' }],
  log: { origin: 'o', size: 1, root: 'ab', stampedAt: '' },
});

it.each(TEXTS)('a contract named %s can be made void, as PDF and as OFD', async (text) => {
  for (const language of LANGUAGES) {
    const { document, faces } = await drawableWith(shelf, agreement(text, language));
    const typeset = layOut(document, faces);
    const id = new Uint8Array(16);
    expect(writePdf(typeset, faces.files, { now: 0, id }).length).toBeGreaterThan(1000);
    expect(writeOfd(typeset, faces.files, { now: 0, docId: '00'.repeat(16) }).length).toBeGreaterThan(1000);
  }
});

it.each(TEXTS)('the evidence report says %s', async (text) => {
  const { document, faces } = await drawableWith(shelf, evidenceReport(facts(text)));
  expect(layOut(document, faces).pages.length).toBeGreaterThan(0);
});

it('what no font has is shown by its number, and the document says so; else it stays as it is', async () => {
  const { document } = await drawableWith(shelf, agreement('合同😀', 'zh-CN'));
  expect(wordsOf(document)).toContain('合同[U+1F600]');
  expect(wordsOf(document)).toContain(standInNote('zh-CN'));
  const plain = agreement('合同㐀', 'zh-CN');
  expect((await drawableWith(shelf, plain)).document).toBe(plain);
});

it('each face is asked by itself: bold text, headings, labels, header and footer', async () => {
  const inlines = [{ kind: 'text' as const, text: '😀' }];
  const document: TypesetDocument = {
    title: 'T',
    language: 'en-US',
    page: {
      ...A4,
      header: { inlines, align: 'left', size: 8 },
      footer: { inlines, end: inlines, align: 'left', size: 8 },
    },
    blocks: [
      { kind: 'heading', level: 1, inlines },
      { kind: 'item', level: 0, label: '😀', inlines },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: '😀\n', bold: true }] },
      { kind: 'paragraph', inlines: [{ kind: 'field', id: 'f', value: '😀', ems: 4 }] },
    ],
  };
  const { document: shown, faces } = await drawableWith(shelf, document);
  expect(wordsOf(shown)).not.toContain('😀');
  expect(wordsOf(shown).split('[U+1F600]')).toHaveLength(10);
  expect(layOut(shown, faces).pages).toHaveLength(1);
});

it('line breaks and tabs are no characters that a font must have', () => {
  expect(withStandIns('a\n\tb\r\nc', (one) => /[abc]/.test(one))).toBe('a\n\tb\r\nc');
});
