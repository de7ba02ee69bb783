import { readFileSync } from 'node:fs';
import { zlibSync } from 'fflate';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { KeywordPlace } from '#core/pdf/prepare/spec.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { judge, makePdf, type PageKind, plainPdf } from './documents.ts';

const FONT_FILE = 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
const fonts = [{ name: 'Noto Sans SC', data: new Uint8Array(readFileSync(FONT_FILE)) }];
const MM = 25.4 / 72;

const find = (file: Bytes, keyword: string, page = 0) => {
  const document = openPdfBytes(file);
  return findText(document, listPages(document)[page]!, keyword);
};

/** A page of 200 x 100 points with `content` in a font, which is object 5. */
const pageWith = (content: string, font: string): Bytes =>
  plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 200]>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    font,
  ]);

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const songti = (encoding: string): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/W[1 95 500 814 907 500 7716[500]]/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/Ascent 880/Descent -120/StemV 80/CapHeight 700/ItalicAngle 0/FontBBox[0 -120 1000 880]>>>>]>>`;

describe('finding text', () => {
  it('finds where pdftotext finds, on every kind of page', async () => {
    const pages: PageKind[] = [
      { text: 'Signature of Party A' },
      { text: 'Signature of Party A', size: [900, 900], crop: [100, 50, 500, 700] },
      { text: 'Signature of Party A', rotate: 90 },
      { text: 'Signature of Party A', rotate: 270 },
    ];
    const file = await makePdf(pages);
    const said = judge('pdftotext', file, '-bbox', '-cropbox', 'FILE', '-').text.split('<page').slice(1);
    pages.forEach((_, page) => {
      const word = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">Party</.exec(
        said[page]!,
      )!;
      const [x0, y0, x1, y1] = word.slice(1).map((v) => Number(v) * MM) as [number, number, number, number];
      const [box] = find(file, 'Party', page);
      expect(Math.abs(box!.x + box!.width / 2 - (x0 + x1) / 2)).toBeLessThan(0.7);
      expect(Math.abs(box!.y + box!.height / 2 - (y0 + y1) / 2)).toBeLessThan(0.7);
      const along = page < 2 ? [box!.width, x1 - x0] : [box!.height, y1 - y0];
      expect(Math.abs(along[0]! - along[1]!)).toBeLessThan(0.2);
    });
  });

  it('finds words drawn in pieces, in any order, kerned, spaced and over a line’s end', () => {
    const draw = (body: string) => pageWith(`BT /F 10 Tf ${body} ET`, HELVETICA);
    const files = {
      'in pieces': draw('20 100 Td (Par) Tj (ty) Tj ( ) Tj (B) Tj'),
      'one by one': draw('1 0 0 1 20 100 Tm (P) Tj 1 0 0 1 26.67 100 Tm (arty) Tj 1 0 0 1 50 100 Tm (B) Tj'),
      backwards: draw('1 0 0 1 46 100 Tm (B) Tj 1 0 0 1 20 100 Tm (Party) Tj'),
      kerned: draw('20 100 Td [(P) 40 (a) -30 (rt) 20 (y) -250 (B)] TJ'),
      'spaced out': draw('20 100 Td 8 Tc (Party B) Tj'),
      'over two lines': draw('12 TL 1 0 0 1 300 100 Tm (and with Par) Tj 1 0 0 1 20 88 Tm (ty B, who) Tj'),
      'twice for bold': draw('1 0 0 1 20 100 Tm (Party B) Tj 1 0 0 1 20.2 100 Tm (Party B) Tj'),
    };
    for (const [name, file] of Object.entries(files)) expect(find(file, 'Party B'), name).toHaveLength(1);
    const [box] = find(files['in pieces'], 'party B');
    expect(box!.x).toBeCloseTo(20 * MM, 1);
    expect(box!.width).toBeCloseTo((6.67 + 5.56 + 3.33 + 2.78 + 5 + 2.78 + 6.67) * MM, 1);
    expect(box!.y + box!.height).toBeGreaterThan((200 - 100) * MM);
  });

  it('does not join the columns of a table', () => {
    const file = pageWith('BT /F 10 Tf 20 100 Td (Par) Tj 200 0 Td (ty) Tj ET', HELVETICA);
    expect(find(file, 'Party')).toEqual([]);
  });

  it('reads Chinese in the predefined encodings', () => {
    const codes: [string, string][] = [
      ['GBK-EUC-H', 'bcd7b7bda3a8b8c7d5c2a3a9'],
      ['GB-EUC-H', 'bcd7b7bda3a8b8c7d5c2a3a9'],
      ['GBKp-EUC-H', 'bcd7b7bda3a8b8c7d5c2a3a9'],
      ['UniGB-UCS2-H', '752265b9ff0876d67ae0ff09'],
      ['UniGB-UTF16-H', '752265b9ff0876d67ae0ff09'],
    ];
    for (const [encoding, hex] of codes) {
      const file = pageWith(`BT /F 12 Tf 50 100 Td <${hex}> Tj ET`, songti(encoding));
      const [box] = find(file, '盖章');
      expect(box, encoding).toBeDefined();
      expect(box!.x, encoding).toBeCloseTo((50 + 36) * MM, 1);
      expect(box!.width, encoding).toBeCloseTo(24 * MM, 1);
      expect(find(file, '(盖章)'), encoding).toHaveLength(1);
    }
    const mixed = pageWith('BT /F 12 Tf 50 100 Td <4142bcd7b7bd> Tj ET', songti('GBK-EUC-H'));
    expect(find(mixed, '甲方')[0]!.x).toBeCloseTo((50 + 12) * MM, 1);
    const rare = pageWith('BT /F 12 Tf 50 100 Td <d842dfb7738b> Tj ET', songti('UniGB-UTF16-H'));
    expect(find(rare, '𠮷')).toHaveLength(1);
  });

  it('reads Chinese by the tables in the file: ToUnicode, CMaps, glyph names', () => {
    const map = (body: string) =>
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${body} endcmap`;
    const unicode = map(
      '1 beginbfchar <0003> <7532> endbfchar 2 beginbfrange <0010> <0012> <65b9> <0020> <0021> [<76d6> <7ae0>] endbfrange',
    );
    const file = plainPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 200]>>',
      '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 7 0 R>>>>>>',
      '<</Length 85>>\nstream\nBT /F 12 Tf 50 100 Td <0003001000200021> Tj /G 12 Tf 0 -50 Td (\\001\\002) Tj ET        \nendstream',
      '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 1000>>]>>',
      `<</Length ${unicode.length}>>\nstream\n${unicode}\nendstream`,
      '<</Type/Font/Subtype/Type1/BaseFont/Y/FirstChar 1/Widths[1000 1000]/Encoding<</Differences[1/uni4E59/u65B9]>>>>',
    ]);
    expect(find(file, '甲方盖章')).toHaveLength(1);
    expect(find(file, '乙方')).toHaveLength(1);
  });

  it('reads Chinese by the embedded font alone', () => {
    const font = create(fonts[0]!.data) as Font;
    const glyphs = Array.from('甲方盖章', (c) =>
      font.glyphForCodePoint(c.codePointAt(0)!).id.toString(16).padStart(4, '0'),
    );
    const program = zlibSync(fonts[0]!.data, { level: 1 });
    const content = `BT /F 12 Tf 50 100 Td <${glyphs.join('')}> Tj ET`;
    const file = plainPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 200]>>',
      '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 1000/CIDToGIDMap/Identity/FontDescriptor<</Type/FontDescriptor/FontName/X/FontFile2 6 0 R>>>>]>>',
      concatBytes(
        utf8(`<</Length ${program.length}/Filter/FlateDecode>>\nstream\n`),
        program,
        utf8('\nendstream'),
      ),
    ]);
    expect(find(file, '盖章')[0]!.x).toBeCloseTo((50 + 24) * MM, 1);
  });

  it('reads what our own subsets and forms draw', async () => {
    const file = await makePdf([{ rotate: 90 }]);
    const box = { x: 30, y: 60, width: 100, height: 10 };
    const result = await preparePdf(file, {
      fonts,
      texts: [{ page: 0, box, text: '乙方（签字）：', fontSize: 12 }],
    });
    const [found] = find(appendIncrement(file, result, result.append), '签字');
    expect(found!.x).toBeCloseTo(30 + 3 * 12 * MM, 1);
    expect(found!.width).toBeCloseTo(2 * 12 * MM, 1);
    expect(found!.y).toBeLessThan(61);
  });
});

describe('placing by keyword', () => {
  const SEAL = { width: 20, height: 10 };
  const content =
    'BT /F 10 Tf 40 160 Td (Seal here) Tj 100 -40 Td (Seal here) Tj -60 -40 Td (Seal here) Tj ET';
  const file = pageWith(content, HELVETICA);

  async function place(more: Partial<KeywordPlace>): Promise<{ x: number; y: number }[]> {
    const plan: KeywordPlace = {
      kind: 'keyword',
      keyword: 'Seal here',
      which: 'first',
      position: 'overlap',
      ...SEAL,
      ...more,
    };
    const { fields } = await preparePdf(file, { signatureFields: [{ name: 'A', places: [plan] }] });
    return fields[0]!.widgets.map(({ box }) => box);
  }

  it('[9.35d] takes the first, all or the last place of the keyword', async () => {
    const boxes = find(file, 'Seal here');
    expect(boxes.map((box) => Math.round(box.x / MM))).toEqual([40, 140, 80]);
    const middle = (i: number) => boxes[i]!.x + boxes[i]!.width / 2 - 10;
    expect((await place({ which: 'first' })).map((box) => box.x)).toEqual([middle(0)]);
    expect((await place({ which: 'last' })).map((box) => box.x)).toEqual([middle(2)]);
    expect((await place({ which: 'all' })).map((box) => box.x)).toEqual([middle(0), middle(1), middle(2)]);
  });

  it('[9.35f] puts the seal over the keyword, right of it or below it', async () => {
    const [word] = find(file, 'Seal here');
    const [over] = await place({ position: 'overlap' });
    expect(over!.x + 10).toBeCloseTo(word!.x + word!.width / 2, 5);
    expect(over!.y + 5).toBeCloseTo(word!.y + word!.height / 2, 5);
    const [right] = await place({ position: 'right' });
    expect(right!.x).toBeCloseTo(word!.x + word!.width, 5);
    expect(right!.y).toBeCloseTo(over!.y, 5);
    const [below] = await place({ position: 'below' });
    expect(below!.y).toBeCloseTo(word!.y + word!.height, 5);
    expect(below!.x).toBeCloseTo(over!.x, 5);
  });

  it('[9.35e] moves it by the offsets, and never off the page', async () => {
    const [plain] = await place({ position: 'right' });
    const [moved] = await place({ position: 'right', offsetX: 7, offsetY: -3 });
    expect(moved!.x - plain!.x).toBeCloseTo(7, 5);
    expect(moved!.y - plain!.y).toBeCloseTo(-3, 5);
    const [kept] = await place({ offsetX: 1000, offsetY: -1000 });
    expect(kept!.x + 20).toBeCloseTo(400 * MM, 5);
    expect(kept!.y).toBe(0);
  });

  it('searches only the requested pages, and reports if the keyword is missing', async () => {
    const pages = await makePdf([{ text: 'Alpha' }, { text: 'Beta' }, { text: 'Alpha' }]);
    const on = async (
      keyword: string,
      range?: { from: number; to: number },
      which: KeywordPlace['which'] = 'first',
    ) => {
      const plan: KeywordPlace = {
        kind: 'keyword',
        keyword,
        which,
        position: 'overlap',
        ...SEAL,
        ...(range ? { pages: range } : {}),
      };
      const { fields } = await preparePdf(pages, { signatureFields: [{ name: 'A', places: [plan] }] });
      return fields[0]!.widgets.map(({ page }) => page);
    };
    expect(await on('Alpha')).toEqual([0]);
    expect(await on('Alpha', undefined, 'last')).toEqual([2]);
    expect(await on('Alpha', undefined, 'all')).toEqual([0, 2]);
    expect(await on('Alpha', { from: 1, to: 2 })).toEqual([2]);
    await expect(on('Gamma')).rejects.toMatchObject({
      name: 'KEYWORD_NOT_FOUND',
      params: { keyword: 'Gamma' },
    });
  });
});
