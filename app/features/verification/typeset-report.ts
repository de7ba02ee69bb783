import type { Bytes } from '#core/bytes.ts';
import { A4, type Block, type TableBlock, type TextInline } from '#core/typeset/document.ts';
import { makeFaces } from '#core/typeset/faces.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { drawable } from '#core/typeset/stand-ins.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import type { Ink, ReportSheet, Row } from './report-sheet.ts';

const PAGE = { ...A4, margin: { top: 21, right: 19.8, bottom: 22.6, left: 19.8 } };
/** Column widths of a pair: label and text. */
const PAIR_WIDTHS = [34, 136];
const INKS: Record<Ink, string> = {
  plain: '#26211c',
  soft: '#6b635a',
  good: '#256b3b',
  doubtful: '#855400',
  bad: '#b3201b',
};
const TEXT = { size: 9.5, leading: 1.5, align: 'left', firstIndent: 0 } as const;

/**
 * Typesets the report on A4 pages with its font embedded, so that it prints as shown. `font` is a TrueType file; a
 * character that it lacks is shown by its number in Unicode.
 */
export async function typesetReport(sheet: ReportSheet, font: Bytes): Promise<Bytes> {
  const file = { name: 'report', data: font };
  const faces = makeFaces({ text: [file], bold: [file], heading: [file] });
  // Control and format characters; not \p{C}, which includes characters that are newer than the browser.
  const shown = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  const inked = (text: string, ink: Ink = 'plain'): TextInline[] => [
    { kind: 'text', text: shown(text), colour: INKS[ink] },
  ];
  const [before, between, after] = shown(sheet.footer).split(/\{pages?\}/);
  const document = drawable(
    {
      title: sheet.title,
      language: sheet.language,
      page: {
        ...PAGE,
        footer: {
          inlines: inked(sheet.note, 'soft'),
          end: [
            ...inked(`${before} `, 'soft'),
            { kind: 'pageNumber' },
            ...inked(between ?? '', 'soft'),
            { kind: 'pageCount' },
            ...inked(after ?? '', 'soft'),
          ],
          align: 'left',
          size: 8,
          rule: true,
        },
      },
      blocks: blocksOf(sheet.rows, inked),
    },
    faces,
  );
  const typeset = layOut(document, faces);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sheet)));
  return writePdf(typeset, faces.files, { now: sheet.madeAt, id: new Uint8Array(digest, 0, 16).slice() });
}

type TextMaker = (text: string, ink?: Ink) => TextInline[];

/** Converts rows to blocks; consecutive pairs become one table without borders. */
function blocksOf(rows: readonly Row[], inked: TextMaker): Block[] {
  const blocks: Block[] = [];
  for (const row of rows) {
    if (row.kind !== 'pair') {
      blocks.push(blockOf(row, inked));
      continue;
    }
    const cells = [inked(row.label, 'soft'), inked(row.text, row.ink)].map((inlines) => ({
      blocks: [{ kind: 'paragraph' as const, inlines, style: TEXT }],
      verticalAlign: 'top' as const,
    }));
    const last = blocks[blocks.length - 1];
    if (last?.kind === 'table' && !row.apart)
      blocks[blocks.length - 1] = { ...last, rows: [...last.rows, { cells }] };
    else
      blocks.push({
        kind: 'table',
        widths: PAIR_WIDTHS,
        border: false,
        rows: [{ cells }],
      } satisfies TableBlock);
  }
  return blocks;
}

function blockOf(row: Exclude<Row, { kind: 'pair' }>, inked: TextMaker): Block {
  const inlines = inked(row.text, row.ink);
  switch (row.kind) {
    case 'title':
      return { kind: 'heading', level: 1, inlines, style: { align: 'left', below: 3 } };
    case 'heading':
      return { kind: 'heading', level: 2, inlines, style: { size: 13, above: 6 } };
    case 'subheading':
      return { kind: 'heading', level: 3, inlines, style: { size: 11, above: 4 } };
    case 'text':
      return { kind: 'paragraph', inlines, style: { ...TEXT, above: 2 } };
    case 'item':
      return { kind: 'item', level: 0, label: '·', inlines, style: { ...TEXT, above: 1 } };
  }
}
