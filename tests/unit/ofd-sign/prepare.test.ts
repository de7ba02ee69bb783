import { encode } from 'uqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea, readPage } from '#core/ofd/model/read-page.ts';
import { prepareOfd } from '#core/ofd/prepare/prepare-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import type { GlyphSource } from '#core/sealart/glyph-source.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { type Office, openOffice, stampRequest } from './signing-party.ts';
import { smallOfd } from './small-ofd.ts';

/** Every character is a square of half an em; 缺 is missing. */
const squares: GlyphSource = (_, character) =>
  character === '缺'
    ? undefined
    : {
        advance: 1,
        outline: [['M', 0.25, 0], ['L', 0.75, 0], ['L', 0.75, -0.5], ['L', 0.25, -0.5], ['Z']],
      };
const marked = (text: string) => ({
  signatureFields: [],
  watermark: { spec: { text, spacingX: 32, spacingY: 40 }, glyphs: squares },
});
const nameOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return error.name;
    throw error;
  }
  return 'nothing';
};

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});

describe('an OFD made ready for signing', () => {
  it('has its watermark on every page, written once for all pages of a size', () => {
    const plain = smallOfd(40);
    const { bytes } = prepareOfd(plain, marked('内部资料'));
    const document = openDocument(openOfd(bytes));
    expect(document.templates).toHaveLength(1);
    for (const index of [0, 17, 39]) {
      expect(readPage(document, index).templates).toEqual([
        { id: document.templates[0]!.id, zOrder: 'Foreground' },
      ]);
      const { svg, warnings } = renderPage(document, index);
      expect(warnings).toEqual([]);
      expect(svg.split('<path').length).toBeGreaterThan(20);
    }
    const onOnePage = prepareOfd(smallOfd(1), marked('内部资料')).bytes.length - smallOfd(1).length;
    expect(bytes.length - plain.length).toBeLessThan(onOnePage + 40 * 200);
  });

  it('has a QR code at the foot of every page in addition to the watermark, and none by default', () => {
    const text = 'https://example.com/contract/code/AAAAAAAAAAAAAAAAAAAAAA';
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const { bytes } = prepareOfd(smallOfd(3), { ...marked('内部资料'), footerCode: { text } });
    const document = openDocument(openOfd(bytes));
    expect(document.templates).toHaveLength(2);
    for (const index of [0, 1, 2]) {
      expect(readPage(document, index).templates).toHaveLength(2);
      const { svg, warnings } = renderPage(document, index);
      expect(warnings).toEqual([]);
      const dark = svg.split('<path').at(-1)!;
      const runs = [...dark.matchAll(/M ?([\d.]+)[ ,]([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      const { width: widthMm, height: heightMm } = pageArea(document, index).physical;
      const [left, top, module] = [widthMm - 8 - 15, heightMm - 8 - 15, 15 / size];
      const starts = data.flatMap((row, y) =>
        row.flatMap((is, x) => (is && !row[x - 1] ? [[left + x * module, top + y * module]] : [])),
      );
      expect(runs).toHaveLength(starts.length);
      runs.forEach(([x, y], i) => {
        expect(Math.abs(x! - starts[i]![0]!)).toBeLessThan(0.01);
        expect(Math.abs(y! - starts[i]![1]!)).toBeLessThan(0.01);
      });
    }
    const plain = smallOfd(1);
    expect(prepareOfd(plain, { signatureFields: [] }).bytes).toBe(plain);
  });

  it('can be signed after it, and the watermark is protected', async () => {
    const party = await office.party('示例甲方有限公司');
    const { bytes } = prepareOfd(smallOfd(2), marked('内部资料'));
    const signed = await signOfd(bytes, stampRequest(party), party.holder.signer);
    const { verifyOfd } = await import('#core/ofd/verify/verify-ofd.ts');
    expect((await verifyOfd(signed, office.trust)).verdict).toBe('valid');
    expect(nameOf(() => prepareOfd(signed, marked('内部资料')))).toBe('DOCUMENT_CANNOT_APPEND');
    // Without a watermark a signed file can take part: its signatures allow more of them.
    expect(prepareOfd(signed, { signatureFields: [] }).bytes).toBe(signed);
  });

  it('is refused when the watermark has a character that the face lacks', () => {
    expect(nameOf(() => prepareOfd(smallOfd(1), marked('残缺')))).toBe('GLYPH_MISSING');
  });

  it('has a place beside each finding of a keyword, kept on the page', () => {
    const size = { width: 42, height: 42 };
    const place = { kind: 'keyword', keyword: '合同正文', part: 'seal', ...size } as const;
    const of = (which: 'first' | 'all' | 'last', position: 'overlap' | 'right' | 'below') =>
      prepareOfd(smallOfd(3), {
        signatureFields: [{ name: 'Signer1', places: [{ ...place, which, position }] }],
      }).fields[0]!.widgets;
    expect(of('all', 'right').map((w) => w.page)).toEqual([0, 1, 2]);
    expect(of('first', 'right').map((w) => w.page)).toEqual([0]);
    expect(of('last', 'below').map((w) => w.page)).toEqual([2]);
    const [over] = of('first', 'overlap');
    const [right] = of('first', 'right');
    const [below] = of('first', 'below');
    expect(right!.box.x).toBeGreaterThan(over!.box.x);
    expect(below!.box.y).toBeGreaterThan(over!.box.y);
    expect(over!.box).toMatchObject(size);
    expect(over!.box.y).toBeGreaterThanOrEqual(0);
    const missing = { ...place, keyword: '不在文中', which: 'all', position: 'right' } as const;
    const fields = [{ name: 'Signer1', places: [missing] }];
    expect(nameOf(() => prepareOfd(smallOfd(1), { signatureFields: fields }))).toBe('KEYWORD_NOT_FOUND');
  });
});
