import { readFileSync } from 'node:fs';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { wrapText } from '#core/pdf/draw/wrap-text.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { PreparationSpec } from '#core/pdf/prepare/spec.ts';
import { isStream } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import {
  boxOfPixels,
  judge,
  makePdf,
  type PageKind,
  pdfsig,
  picture,
  plainPdf,
  squareSeal,
  throughQpdf,
} from './documents.ts';
import { testSigner } from './signers.ts';

const FONT_FILE = 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
const fonts = [{ name: 'Noto Sans SC', data: new Uint8Array(readFileSync(FONT_FILE)) }];

async function prepared(file: Bytes, spec: PreparationSpec): Promise<Bytes> {
  const result = await preparePdf(file, { fonts, ...spec });
  return appendIncrement(file, result, result.append);
}

const textOfFile = (file: Bytes): string =>
  Buffer.from(judge('pdftotext', file, '-layout', 'FILE', '-').text, 'latin1').toString('utf8');

const expectSound = (file: Bytes): void => {
  const checked = judge('qpdf', file, '--check', 'FILE');
  expect(checked.code, checked.text).toBe(0);
};

const isInk = (r: number, g: number, b: number): boolean => r < 128 && g < 128 && b < 128;

const MIXED: PageKind[] = [
  {},
  { rotate: 90 },
  { rotate: 180, size: [900, 900], crop: [100, 50, 500, 700] },
  { rotate: 270 },
];

describe('texts filled in', () => {
  const text = '甲方：上海某某科技有限公司';

  it('are upright at their positions, on every kind of page', async () => {
    const box = { x: 40, y: 150, width: 100, height: 10 };
    const blank = MIXED.map((kind) => ({ ...kind, text: ' ' }));
    const plan = { texts: MIXED.map((_, page) => ({ page, box, text, fontSize: 14 })) };
    for (const file of [
      await makePdf(blank),
      throughQpdf(await makePdf(blank), '--object-streams=generate'),
    ]) {
      const done = await prepared(file, plan);
      expectSound(done);
      expect(textOfFile(done).match(new RegExp(text, 'g'))).toHaveLength(4);
      MIXED.forEach((_, page) => {
        const ink = boxOfPixels(picture(done, page), isInk)!;
        expect(Math.abs(ink.x - 40)).toBeLessThan(1);
        expect(ink.y).toBeGreaterThan(149.5);
        expect(ink.y + ink.height).toBeLessThan(156);
        // 13 characters of 14 pt.
        expect(Math.abs(ink.width - 13 * 14 * (25.4 / 72))).toBeLessThan(3);
      });
    }
  });

  it('are aligned left, right or centred, and shrink if allowed', async () => {
    const box = { x: 40, y: 150, width: 100, height: 20 };
    const ink = async (more: object) => {
      const texts = [{ page: 0, box, text, fontSize: 12, ...more }];
      return boxOfPixels(picture(await prepared(await makePdf([{ text: ' ' }]), { texts }), 0), isInk)!;
    };
    const right = await ink({ align: 'right', verticalAlign: 'bottom' });
    expect(Math.abs(right.x + right.width - 140)).toBeLessThan(1);
    expect(Math.abs(right.y + right.height - 170)).toBeLessThan(1);
    const middle = await ink({ align: 'centre', verticalAlign: 'middle' });
    expect(Math.abs(middle.x + middle.width / 2 - 90)).toBeLessThan(1);
    expect(Math.abs(middle.y + middle.height / 2 - 160)).toBeLessThan(1);
    const long = { text: text.repeat(12) };
    await expect(ink(long)).rejects.toThrow('INPUT_INVALID');
    expect((await ink({ ...long, shrinkTo: 6 })).height).toBeLessThan(20.1);
  });

  it('with a character that no font has are refused, never blank', async () => {
    const texts = [{ page: 0, box: { x: 10, y: 10, width: 50, height: 10 }, text: '王𪚥', fontSize: 12 }];
    await expect(prepared(await makePdf(), { texts })).rejects.toMatchObject({
      name: 'GLYPH_MISSING',
      params: { character: '𪚥' },
    });
    await expect(prepared(await makePdf(), { watermark: { text: '机密\u{2ebf0}' } })).rejects.toThrow(
      'GLYPH_MISSING',
    );
  });

  it('embed only the characters used', async () => {
    const texts = [{ page: 0, box: { x: 10, y: 10, width: 100, height: 10 }, text, fontSize: 12 }];
    const result = await preparePdf(await makePdf(), { fonts, texts });
    expect(result.append.length).toBeLessThan(20_000);
    const listed = judge('pdffonts', appendIncrement(await makePdf(), result, result.append), 'FILE').text;
    expect(listed).toMatch(/[A-Z]{6}\+NotoSansSC-Regular\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });
});

describe('lines of Chinese', () => {
  const width = (text: string): number => Array.from(text).length;
  const lines = (text: string, most: number) => wrapText(text, most, width);

  it('do not begin with a closing mark or end with an opening one', () => {
    expect(lines('甲乙丙丁，戊己庚辛', 4)).toEqual(['甲乙丙', '丁，戊己', '庚辛']);
    expect(lines('甲乙丙（丁戊）己庚', 4)).toEqual(['甲乙丙', '（丁戊）', '己庚']);
    const text = '甲方（以下简称“甲方”）与乙方《劳动合同》，双方“自愿”签署：一、工作；二、报酬。'.repeat(5);
    for (let most = 4; most < 30; most++) {
      const wrapped = lines(text, most);
      expect(wrapped.join('')).toBe(text);
      for (const line of wrapped) {
        expect(line).not.toMatch(/^[，。、；：！？）】》”’]/);
        expect(line).not.toMatch(/[（【《“‘]$/);
        expect(width(line)).toBeLessThanOrEqual(most);
      }
    }
  });

  it('keep words and numbers together, and break words that are longer than a line', () => {
    expect(lines('金额为 1,234.56 元', 8)).toEqual(['金额为', '1,234.56', '元']);
    expect(lines('ABCDEFGHIJ', 4)).toEqual(['ABCD', 'EFGH', 'IJ']);
    expect(lines('一\n\n二', 4)).toEqual(['一', '', '二']);
  });
});

describe('watermark and QR code', () => {
  it('[9.25] a watermark covers every page, turned and pale, and can be read back', async () => {
    const file = await makePdf(MIXED.map((kind) => ({ ...kind, text: ' ' })));
    const done = await prepared(file, {
      watermark: { text: '仅供内部使用', opacity: 0.1, fontSize: 12, rotation: 45 },
    });
    expectSound(done);
    const document = openPdfBytes(done);
    for (const page of listPages(document)) {
      expect(findText(document, page, '仅供内部使用').length).toBeGreaterThan(10);
      const image = picture(done, page.index, 72);
      const pale = boxOfPixels(image, (r) => r < 250)!;
      expect(boxOfPixels(image, (r) => r < 220)).toBeUndefined();
      expect(pale.width).toBeGreaterThan((image.width / image.perMm) * 0.8);
      expect(pale.height).toBeGreaterThan((image.height / image.perMm) * 0.8);
    }
  });

  it('[3.15a] its size, turn, opacity and spacing are the plan’s', async () => {
    const file = await makePdf([{ text: ' ' }]);
    const count = async (watermark: object) => {
      const done = await prepared(file, { watermark: { text: '样本', ...watermark } });
      const document = openPdfBytes(done);
      return findText(document, listPages(document)[0]!, '样本');
    };
    const wide = await count({ spacingX: 60, spacingY: 60, rotation: 0 });
    const dense = await count({ spacingX: 10, spacingY: 10, rotation: 0 });
    expect(dense.length).toBeGreaterThan(4 * wide.length);
    const [flat] = await count({ fontSize: 20, rotation: 0 });
    expect(Math.abs(flat!.width - 2 * 20 * (25.4 / 72))).toBeLessThan(0.3);
    const [upright] = await count({ fontSize: 20, rotation: 90 });
    expect(Math.abs(upright!.height - 2 * 20 * (25.4 / 72))).toBeLessThan(0.3);
    const dark = await prepared(file, { watermark: { text: '样本', opacity: 1 } });
    expect(boxOfPixels(picture(dark, 0, 72), isInk)).toBeDefined();
  });

  it('a QR code at the foot shows exactly the code of its text', async () => {
    const text = 'https://example.com/verify/2b7e151628aed2a6';
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const file = await prepared(await makePdf(MIXED.map((kind) => ({ ...kind, text: ' ' }))), {
      footerQr: { text, size: 20, margin: 10 },
    });
    expectSound(file);
    MIXED.forEach((_, page) => {
      const image = picture(file, page, 254);
      const [left, top] = [image.width / image.perMm - 30, image.height / image.perMm - 30];
      let wrong = 0;
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          const px = Math.floor((left + ((x + 0.5) * 20) / size) * image.perMm);
          const py = Math.floor((top + ((y + 0.5) * 20) / size) * image.perMm);
          if (isInk(image.rgb[(py * image.width + px) * 3]!, 0, 0) !== data[y]![x]) wrong++;
        }
      }
      expect(wrong).toBe(0);
    });
  });

  it('marks are safe from what a page’s own content leaves behind', async () => {
    for (const content of [
      'q q 0.1 0 0 0.1 300 300 cm 1 0 0 rg',
      'Q Q 0.1 0 0 0.1 300 300 cm 1 0 0 rg Q 2 0 0 2 0 0 cm',
    ]) {
      const file = plainPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]/Resources<<>>>>',
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]);
      const done = await prepared(file, { footerQr: { text: 'x', size: 20, margin: 10 } });
      const ink = boxOfPixels(picture(done, 0), isInk)!;
      expect(ink.x).toBeGreaterThan(210 - 31);
      expect(ink.width).toBeGreaterThan(10);
    }
  });

  it('pages are not changed by signing: their content is that of revision 0', async () => {
    const file = await prepared(await makePdf([{}, {}]), {
      watermark: { text: '样本' },
      signatureFields: [{ name: 'A', places: [{ kind: 'crossPage', y: 40, width: 42, height: 42 }] }],
    });
    const { signer } = await testSigner('P-256');
    const signed = await signPdf(file, { field: 'A', appearance: squareSeal(), signer });
    expect(pdfsig(signed)).toEqual(['Signature is Valid.']);
    const document = openPdfBytes(signed);
    const last = document.revisions[document.revisions.length - 1]!;
    for (const page of listPages(document)) {
      expect(last.written.has(page.ref!.num)).toBe(false);
      for (const part of (page.dict.entries.get('Contents') as { items: { num: number }[] }).items) {
        expect(isStream(document.get(part.num))).toBe(true);
        expect(last.written.has(part.num)).toBe(false);
      }
    }
  });
});
