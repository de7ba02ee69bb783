import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { randomFrom } from '#tests/fixtures/random.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { inFolder, judge, pdfsig, squareSeal, throughQpdf } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';
import { randomParagraph, testFaces, text } from './paragraphs.ts';
import { brokenRules } from './pdfa-rules.ts';

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
    const random = randomFrom(11);
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

  it('claims PDF/A-2u and PDF/UA-1 with title, language, output intent and embedded fonts', () => {
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

  it('breaks no PDF/A-2u rule that another reading of the standard finds in its objects', () => {
    const random = randomFrom(12);
    const pdf = pdfOf(Array.from({ length: 20 }, () => randomParagraph(random)));
    expect(brokenRules(pdf)).toEqual([]);
    // the judge sees what is broken: a font that is not there, another part, a colour of print, an action
    const changed = (from: string, to: string): string[] => {
      const plain = throughQpdf(pdf, '--qdf', '--object-streams=disable').slice();
      const latin1 = Buffer.from(plain).toString('latin1');
      expect(latin1).toContain(from);
      const bytes = new Uint8Array(Buffer.from(latin1.replaceAll(from, to), 'latin1'));
      return brokenRules(bytes).map((rule) => rule.split(' ')[0]!);
    };
    expect(changed('/FontFile2', '/FontFile9')).toContain('6.2.11.4.1');
    expect(changed('/ToUnicode', '/ToUnicorn')).toContain('6.2.11.7.2');
    expect(changed('<pdfaid:part>2', '<pdfaid:part>3')).toContain('6.6.4');
    expect(changed('/Identity-H', '/Identity-V')).toContain('6.2.11.3.3');
    expect(changed('/GTS_PDFA1', '/GTS_PDFX1')).toContain('6.2.3');
    expect(changed('\nBT', '\nQT')).toContain('6.2.2');
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
    expect(brokenRules(signed)).toEqual([]);
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
    const random = randomFrom(5);
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

  it('looks like the PDF: each page, drawn by our reader, beside MuPDF’s picture of it', () => {
    const random = randomFrom(6);
    const typeset = make(Array.from({ length: 24 }, () => randomParagraph(random)));
    const ofd = openDocument(
      openOfd(writeOfd(typeset, testFaces().files, { now: options.now, docId: '7'.repeat(32) })),
    );
    inFolder((folder) => {
      const file = join(folder, 'typeset.pdf');
      writeFileSync(file, writePdf(typeset, testFaces().files, options));
      const draw = (from: string, to: string) =>
        execFileSync('mutool', ['draw', '-q', '-r', '96', '-c', 'gray', '-o', join(folder, to), from], {
          stdio: 'pipe',
        });
      draw(file, 'pdf-%d.pgm');
      expect(ofd.pages.length).toBeGreaterThan(2);
      ofd.pages.forEach((_, index) => {
        const svg = join(folder, 'page.svg');
        writeFileSync(svg, renderPage(ofd, index).svg);
        draw(svg, 'ofd.pgm');
        const ours = greysOf(join(folder, 'ofd.pgm'));
        const theirs = greysOf(join(folder, `pdf-${index + 1}.pgm`));
        expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
        let ink = 0;
        let off = 0;
        let other = 0;
        theirs.greys.forEach((grey, i) => {
          const apart = Math.abs(grey - ours.greys[i]!);
          ink += 255 - grey;
          off += grey - ours.greys[i]!;
          if (apart > 128) other++;
        });
        // Glyphs of text are rounded to parts of a pixel, outlines are not; a letter at another place would change some twenty pixels.
        expect(other).toBeLessThanOrEqual(5);
        expect(ink).toBeGreaterThan(0);
        expect(Math.abs(off) / ink).toBeLessThan(0.02);
      });
    });
  });
});

/** The pixels of a picture in binary PGM (netpbm), 0 is black. */
function greysOf(path: string): { width: number; height: number; greys: Uint8Array } {
  const data = readFileSync(path);
  const head = /^P5\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', 0, 200))!;
  return { width: Number(head[1]), height: Number(head[2]), greys: data.subarray(head[0].length) };
}
