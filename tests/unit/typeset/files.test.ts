import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import { conformanceLosses } from '#core/pdf/prepare/conformance-losses.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { claimsOf } from '#core/pdf/read/conformance.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { textBoxes } from '#core/pdf/text/text-boxes.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { A4, type Block } from '#core/typeset/document.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, pdfsig, squareSeal } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';
import { randomOf, randomParagraph, testFaces, text } from './paragraphs.ts';

const cell = (value: string) => ({ blocks: [{ kind: 'paragraph' as const, inlines: [text(value)] }] });
const PICTURE = writePng({ width: 2, height: 2, pixels: new Uint8ClampedArray(16).fill(255) }, 300);

function contract(paragraphs: readonly string[]): Block[] {
  return [
    { kind: 'heading', level: 1, inlines: [text('采购框架合同')] },
    ...paragraphs.map((one): Block => ({ kind: 'paragraph', inlines: [text(one)] })),
    { kind: 'heading', level: 2, inlines: [text('价款')] },
    {
      kind: 'clause',
      level: 0,
      id: 'pay',
      inlines: [text('甲方付款。'), text('逾期的除外。', { bold: true, underline: true })],
    },
    { kind: 'item', level: 0, label: '•', inlines: [text('银行转账')] },
    { kind: 'item', level: 1, label: '–', inlines: [text('三十日内')] },
    {
      kind: 'table',
      widths: [1, 2],
      headerRows: 1,
      rows: [{ cells: [cell('品名'), cell('规格')] }, { cells: [cell('复印纸'), cell('A4 80g')] }],
    },
    { kind: 'picture', data: PICTURE, width: 20, height: 20, alt: '二维码' },
  ];
}

const make = (paragraphs: readonly string[]) =>
  layOut(
    {
      title: '采购框架合同',
      language: 'zh-CN',
      page: { ...A4, footer: { align: 'centre', inlines: [{ kind: 'pageNumber' }] } },
      blocks: contract(paragraphs),
    },
    testFaces(),
  );
const options = { now: Date.UTC(2026, 10, 23), id: new Uint8Array(16).fill(7) as Bytes };
const pdfOf = (paragraphs: readonly string[]) => writePdf(make(paragraphs), testFaces().files, options);
const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8');

describe('a typeset PDF', () => {
  it('is sound for qpdf and MuPDF, and its text is what was typed', () => {
    const random = randomOf(11);
    const paragraphs = Array.from({ length: 60 }, () => randomParagraph(random));
    const pdf = pdfOf(paragraphs);
    expect(judge('qpdf', pdf, '--check', 'FILE').code).toBe(0);
    expect(judge('mutool', pdf, 'info', 'FILE').text).not.toMatch(/error|warning/i);
    const read = utf8(judge('pdftotext', pdf, 'FILE', '-').text).replace(/[\s\f]/g, '');
    for (const one of paragraphs.filter((p) => p.length < 60)) expect(read).toContain(one.replace(/\s/g, ''));
    const pages = utf8(judge('pdftotext', pdf, '-layout', 'FILE', '-').text).split('\f');
    const all = pages.map((page) => page.replace(/\s/g, '').replace(/\d+$/, '')).join('');
    for (const one of paragraphs) expect(all).toContain(one.replace(/\s/g, ''));
  });

  it('exposes its headings, lists, tables and pictures to screen readers, in reading order', () => {
    const tree = utf8(judge('pdfinfo', pdfOf(['第一段。']), '-struct-text', 'FILE').text);
    const roles = [...tree.matchAll(/^ *(H1|H2|P|L|LI|Lbl|LBody|Table|TR|TH|TD|Figure)\b/gm)].map(
      ([, role]) => role,
    );
    expect(roles.join(' ')).toBe(
      'H1 P H2 P L LI Lbl LBody L LI Lbl LBody Table TR TH P TH P TR TD P TD P Figure',
    );
    expect(tree).toContain('"采购框架合同"');
    expect(tree).toContain('"三十日内"');
    expect(judge('pdfinfo', pdfOf(['第一段。']), 'FILE').text).toMatch(/Tagged:\s+yes/);
  });

  it('has bookmarks of its headings', () => {
    const outline = utf8(judge('mutool', pdfOf(['第一段。']), 'show', 'FILE', 'outline').text);
    expect(outline).toMatch(/采购框架合同[\s\S]*价款/);
  });

  it('claims PDF/A-2u and PDF/UA-1 with what they ask for: title, language, output intent, embedded fonts', () => {
    const pdf = pdfOf(['第一段。']);
    const claims = claimsOf(openPdfBytes(pdf));
    expect(claims).toMatchObject({ pdfA: { part: 2, level: 'U' }, pdfUa: 1, tagged: true, intent: 3 });
    const fonts = judge('pdffonts', pdf, 'FILE').text.trim().split('\n').slice(2);
    expect(fonts).toHaveLength(2);
    expect(utf8(judge('pdfinfo', pdf, 'FILE').text)).toMatch(/^Title: +采购框架合同$/m);
    expect(judge('mutool', pdf, 'show', 'FILE', 'trailer/Root').text).toMatch(
      /\/Lang *\(zh-CN\)[\s\S]*\/DisplayDocTitle true/,
    );
    for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/);
  });

  it('can be sealed at its place, stays conformant, and is valid for pdfsig', async () => {
    const { signer, certificates } = await testSigner('P-256');
    const place: Block = {
      kind: 'paragraph',
      inlines: [text('甲方（盖章）：'), { kind: 'place', id: 'seal', width: 42, height: 42 }],
    };
    const typeset = layOut(
      { title: '合同', language: 'zh-CN', page: A4, blocks: [...contract(['第一段。']), place] },
      testFaces(),
    );
    const file = writePdf(typeset, testFaces().files, options);
    const { page, x, y, width, height } = typeset.boxes[0]!;
    const at = { kind: 'at' as const, page, box: { x, y, width, height } };
    const { append } = await preparePdf(file, {
      signatureFields: [{ name: 'A', label: '甲方', places: [at] }],
    });
    const signed = await signPdf(concatBytes(file, append), {
      field: 'A',
      appearance: squareSeal(42),
      signer,
      certificates,
      signingTime: options.now,
    });
    expect(pdfsig(signed)).toEqual(['Signature is Valid.']);
    expect(judge('qpdf', signed, '--check', 'FILE').code).toBe(0);
    expect(conformanceLosses(concatBytes(file, append))).toEqual([]);
    const tree = utf8(judge('pdfinfo', signed, '-struct', 'FILE').text);
    expect(tree).toMatch(/Form/);
  });

  it('is the same for the same input', () => {
    expect(pdfOf(['第一段。'])).toEqual(pdfOf(['第一段。']));
  });

  it('refuses a character that no font has, by its name', () => {
    expect(() => pdfOf(['墨🖋水'])).toThrow(
      expect.objectContaining({ name: 'GLYPH_MISSING', params: { character: '🖋' } }),
    );
  });
});

describe('a typeset OFD', () => {
  it('shows each character at the same position as the PDF, with its own fonts', () => {
    const random = randomOf(5);
    const typeset = make(Array.from({ length: 20 }, () => randomParagraph(random)));
    const ofd = openDocument(
      openOfd(writeOfd(typeset, testFaces().files, { now: options.now, docId: '7'.repeat(32) })),
    );
    const pdf = openPdfBytes(writePdf(typeset, testFaces().files, options));
    const pages = listPages(pdf);
    expect(ofd.pages).toHaveLength(pages.length);
    pages.forEach((page, index) => {
      const { svg, warnings } = renderPage(ofd, index);
      expect(warnings).toEqual([]);
      // Letters are drawn as outlines of the embedded font, not left to a font of the reader's machine.
      expect(svg).not.toContain('<text');
      const theirs = pageText(ofd, index)
        .flatMap(({ characters }) => characters)
        .filter(({ text: own }) => own.trim() !== '');
      const ours = textBoxes(pdf, page).filter(({ text: own }) => own.trim() !== '');
      expect(theirs.map(({ text: own }) => own).join('')).toBe(ours.map(({ text: own }) => own).join(''));
      ours.forEach(({ box }, i) => {
        expect(Math.abs(box.x - theirs[i]!.box.x)).toBeLessThan(0.1);
      });
    });
  });
});
