import * as fontkit from 'fontkit';
import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import type { Bytes } from '#core/bytes.ts';
import type { Ink, ReportSheet, Row } from './report-sheet.ts';

/** A4 and its margins, pt. */
const PAGE = { width: 595.28, height: 841.89, side: 56, top: 60, bottom: 64 };
const LABEL = 96;
const INKS: Record<Ink, ReturnType<typeof rgb>> = {
  plain: rgb(0.15, 0.13, 0.11),
  soft: rgb(0.42, 0.39, 0.35),
  good: rgb(0.145, 0.42, 0.23),
  doubtful: rgb(0.52, 0.33, 0),
  bad: rgb(0.7, 0.125, 0.105),
};
/** Size, room above (pt). */
const KINDS: Record<Row['kind'], { size: number; above: number }> = {
  title: { size: 18, above: 0 },
  heading: { size: 13, above: 18 },
  subheading: { size: 11, above: 12 },
  text: { size: 9.5, above: 6 },
  item: { size: 9.5, above: 3 },
  pair: { size: 9.5, above: 3 },
};
const LEADING = 1.5;

/** The report on A4 pages with its font embedded: it prints as it is shown. `font` is a TrueType file. */
export async function typesetReport(sheet: ReportSheet, font: Bytes): Promise<Bytes> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  document.setTitle(sheet.title);
  document.setLanguage(sheet.language);
  document.setCreationDate(new Date(sheet.madeAt));
  document.setModificationDate(new Date(sheet.madeAt));
  const face = await document.embedFont(font, { subset: true });
  let page = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.top;

  const draw = (text: string, x: number, at: number, size: number, ink: Ink) =>
    page.drawText(text, { x, y: at, size, font: face, color: INKS[ink] });
  const fresh = () => {
    page = document.addPage([PAGE.width, PAGE.height]);
    y = PAGE.height - PAGE.top;
  };
  for (const [index, row] of sheet.rows.entries()) {
    const { size } = KINDS[row.kind];
    const above = KINDS[row.kind].above + (row.kind === 'pair' && row.apart ? 6 : 0);
    const indent = row.kind === 'pair' ? LABEL : row.kind === 'item' ? 12 : 0;
    const width = PAGE.width - 2 * PAGE.side - indent;
    const lines = wrap(row.text, face, size, width);
    const needed = above + size * LEADING * (isHead(row) ? lines.length + 3 : Math.min(lines.length, 3));
    if (y - needed < PAGE.bottom) fresh();
    else if (index > 0) y -= above;
    if (row.kind === 'pair') draw(shown(row.label), PAGE.side, y - size, size, 'soft');
    if (row.kind === 'item') draw('·', PAGE.side + 2, y - size, size, row.ink ?? 'plain');
    for (const line of lines) {
      if (y - size * LEADING < PAGE.bottom) fresh();
      draw(line, PAGE.side + indent, y - size, size, row.ink ?? 'plain');
      y -= size * LEADING;
    }
  }
  const pages = document.getPages();
  for (const [i, one] of pages.entries()) foot(one, face, sheet, i + 1, pages.length);
  return (await document.save()) as Bytes;
}

/** A heading never stands alone at the foot of a page. */
const isHead = ({ kind }: Row): boolean => kind === 'heading' || kind === 'subheading';

function foot(page: PDFPage, font: PDFFont, sheet: ReportSheet, number: number, count: number): void {
  const size = 8;
  const text = sheet.footer.replace('{page}', String(number)).replace('{pages}', String(count));
  const ink = { font, size, color: INKS.soft };
  page.drawLine({
    start: { x: PAGE.side, y: 46 },
    end: { x: PAGE.width - PAGE.side, y: 46 },
    thickness: 0.5,
    color: rgb(0.85, 0.83, 0.8),
  });
  page.drawText(sheet.note, { x: PAGE.side, y: 32, ...ink });
  page.drawText(text, { x: PAGE.width - PAGE.side - font.widthOfTextAtSize(text, size), y: 32, ...ink });
}

/** Text without what has no shape on paper: control characters, marks of direction. */
const shown = (text: string): string => text.replace(/\p{C}/gu, ' ').trim();

/** A word of letters, spaces, or one other character; marks that end a clause stay with what is before them. */
const WORDS = /[\u0021-\u024f]+[，。、；：？！）》”]*|\s+|.[，。、；：？！）》”]*/gu;

/** Lines no wider than `width` pt: broken at spaces, and between any two characters of Chinese or of a long word. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const measure = (part: string) => font.widthOfTextAtSize(part, size);
  const lines: string[] = [];
  let line = '';
  for (const word of shown(text).match(WORDS) ?? []) {
    if (measure(line + word) <= width) {
      line += word;
      continue;
    }
    if (measure(word) <= width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = word.trimStart();
      continue;
    }
    for (const character of word) {
      if (measure(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}
