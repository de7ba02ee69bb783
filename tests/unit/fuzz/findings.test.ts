import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromHex, joinBytes, utf8 } from '#core/bytes.ts';
import { arithmeticDecoder } from '#core/ofd/image/jbig2/arithmetic.ts';
import { decodeGeneric, GENERIC_CONTEXTS } from '#core/ofd/image/jbig2/generic-region.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { removeActiveContent } from '#core/pdf/active/remove-active-content.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { textOfGlyphName } from '#core/pdf/text/glyph-names.ts';
import { rewritePdf } from '#core/pdf/write/rewrite-pdf.ts';
import { cleanPicture } from '#core/realname/clean-picture.ts';
import { normalizePdf } from '#tests/fixtures/normalize-pdf.ts';
import { TRUST } from '#tests/fuzz/kinds/trust.ts';
import { LIMIT_MS } from '#tests/fuzz/limits.ts';
import { entriesOf } from '#tests/fuzz/mutate/zip.ts';
import { onePage, zip } from '#tests/unit/ofd/make-package.ts';
import { plainPdf } from '#tests/unit/pdf/documents.ts';

/** More than a call takes as arguments. */
const MANY = 150_000;
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>';
const fixture = (path: string): Bytes =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

describe('what random documents found: files of any number of parts, once all passed as arguments', () => {
  it('a long plain text in a PDF that is saved anew (seed hold-1, documents 82 and 262)', () => {
    const active = plainPdf([
      '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>>>',
      PAGES,
      `<</Type/Page/Parent 2 0 R/Note(${'a'.repeat(MANY)})>>`,
    ]);
    const clean = removeActiveContent(active);
    const [page] = listPages(openPdfBytes(clean));
    expect(new TextDecoder().decode(clean)).toContain(`(${'a'.repeat(MANY)})`);
    expect(page).toBeDefined();
  });

  it('a PDF of many objects that is saved anew, within two seconds', () => {
    const kids = Array.from({ length: MANY }, (_, i) => `${i + 4} 0 R`).join(' ');
    const leaves = Array.from({ length: MANY }, () => 'null');
    const whole = plainPdf([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/Many[${kids}]>>`, ...leaves]);
    const document = openPdfBytes(whole);
    const began = process.cpuUsage();
    const saved = rewritePdf(document);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(2000);
    expect(listPages(openPdfBytes(saved))).toHaveLength(1);
    const broken = concatBytes(whole.subarray(0, whole.length - 60), utf8('\n'));
    expect(listPages(openPdfBytes(normalizePdf(broken)))).toHaveLength(1);
  });

  it('a page with many annotations that gets a place to sign', async () => {
    const notes = '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>'.repeat(MANY);
    const file = plainPdf([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/Annots[${notes}]>>`]);
    const box = { x: 20, y: 20, width: 40, height: 20 };
    const began = process.cpuUsage();
    const prepared = await preparePdf(file, {
      signatureFields: [{ name: 'Signer1', places: [{ kind: 'at', page: 0, box }] }],
    });
    const { user, system } = process.cpuUsage(began);
    // In proportion to the list: a copy of all that was written before each entry took minutes.
    expect((user + system) / 1000).toBeLessThan(5 * LIMIT_MS);
    expect(appendIncrement(file, prepared, prepared.append).length).toBeGreaterThan(file.length);
  });

  it('the name of a glyph', () => {
    expect(textOfGlyphName('uni7532')).toBe('甲');
    expect(textOfGlyphName('uni75326598.alt')).toBe('甲斘');
    expect(textOfGlyphName(`uni${'0041'.repeat(MANY)}`)).toBeUndefined();
  });

  it('a JPEG of many segments', () => {
    const photo = fixture('photos/baseline.jpg');
    const tables = Array.from({ length: MANY }, () => fromHex('ffdd00040000'));
    const many = joinBytes([photo.subarray(0, 2), ...tables, photo.subarray(2)]);
    expect(cleanPicture(many, ['JPEG']).type).toBe('JPEG');
  });

  it('a PNG of many chunks', () => {
    const png = fixture('photos/palette.png');
    const at = new TextDecoder('latin1').decode(png).indexOf('IDAT') - 4;
    const empty = Array.from({ length: MANY }, () => fromHex('0000000049444154 35af061e'));
    const many = joinBytes([png.subarray(0, at), ...empty, png.subarray(at)]);
    expect(decodePng(many).width).toBe(decodePng(png).width);
  });

  it('a line of many half-width letters in an OFD', () => {
    const letters = 'A'.repeat(MANY);
    const layer = `<ofd:TextObject ID="9" Boundary="5 5 60 8" Font="3" Size="6"><ofd:TextCode X="0" Y="6" DeltaX="g ${MANY - 1} 3">${letters}</ofd:TextCode></ofd:TextObject>`;
    const res = '<ofd:Fonts><ofd:Font ID="3" FontName="x"/></ofd:Fonts>';
    let outcome = 'drawn';
    try {
      renderPage(onePage({ layer, res }), 0);
    } catch (error) {
      outcome = (error as Error).name;
    }
    expect(outcome).toMatch(/^(drawn|DOCUMENT_TOO_COMPLEX)$/);
  });
});

it('a PNG that is a cut-short header alone (seed hold-3, picture 244) is refused as a photo', () => {
  const png = fixture('photos/palette.png');
  for (const length of [0, 4, 12, 14]) {
    const head = png.slice(0, 33 - 13 + length);
    head[11] = length;
    expect(() => cleanPicture(head, ['PNG'])).toThrow('PICTURE_TYPE_WRONG');
    expect(() => cleanPicture(concatBytes(head, png.subarray(33)), ['PNG'])).toThrow('PICTURE_TYPE_WRONG');
  }
});

it('an endlessly high JBIG2 letter (seed hold-2, OFD document 300) takes no memory', () => {
  const letters = (width: number, height: number) =>
    decodeGeneric(
      arithmeticDecoder(new Uint8Array(64), 0, 64),
      new Uint8Array(GENERIC_CONTEXTS),
      { width, height, template: 0, typical: true, adaptive: [] },
      { pixels: 36_000_000 },
    );
  for (const [width, height] of [
    [0, 2 ** 32 - 1],
    [0, 200_000_000],
    [1, 17_000_000],
    [3, 9_000_000],
  ] as const)
    expect(() => letters(width, height)).toThrow('DOCUMENT_TOO_COMPLEX');
  expect(letters(30, 40)).toMatchObject({ width: 30, height: 40 });
});

describe('an OFD with very many seals (seed 2026-11-24, document 375)', () => {
  const entries = entriesOf(fixture('fuzz/ofd/stamped-ofd.ofd'));
  const path = 'Doc_0/Signs/Signatures.xml';
  const list = new TextDecoder().decode(entries[path]);
  const [one] = /<ofd:Signature [^>]*\/>/.exec(list)!;
  const listing = (each: readonly string[]) => ({ [path]: utf8(list.replace(one, each.join(''))) });

  it('all of which are the same, is judged as one with one, within two seconds', async () => {
    const often = zip({ ...entries, ...listing(Array<string>(1_000).fill(one)) });
    const from = process.cpuUsage();
    const { signatures } = await verifyOfd(often, TRUST);
    expect(process.cpuUsage(from).user).toBeLessThan(LIMIT_MS * 1_000);
    expect(signatures).toHaveLength(1);
  });

  it('as many as a file may have, one over the other, is judged and not too complex', async () => {
    const at = Array.from({ length: 300 }, (_, i) => `Sign_${i}/`);
    const seals = at.flatMap((folder) =>
      ['Signature.xml', 'Seal.esl', 'SignedValue.dat'].map(
        (name) => [`Doc_0/Signs/${folder}${name}`, entries[`Doc_0/Signs/Sign_0/${name}`]!] as const,
      ),
    );
    const many = listing(at.map((folder) => one.replace('Sign_0/', folder)));
    const { problems, signatures } = await verifyOfd(
      zip({ ...entries, ...Object.fromEntries(seals), ...many }),
      TRUST,
    );
    expect(problems).toEqual([]);
    expect(signatures).toHaveLength(300);
  });
});
