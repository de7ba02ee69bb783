import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { glyphPath } from '#core/ofd/font/glyph-path.ts';
import type { FontProgram, OutlineSink } from '#core/ofd/font/outline.ts';
import { readFont } from '#core/ofd/font/read-font.ts';
import { familyList, substituteFamilies } from '#core/ofd/font/substitute-font.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import { onePage, onePageFiles, refusal, zip } from './make-package.ts';

const require = createRequire(import.meta.url);

/** What of fontkit is asked here, as a judge: its glyphs' outlines. */
interface JudgeFont {
  getGlyph(id: number): { path: { commands: { command: string; args: number[] }[] }; advanceWidth: number };
  glyphForCodePoint(code: number): { id: number };
  fonts?: JudgeFont[];
}
const judge = (bytes: Uint8Array): JudgeFont => {
  const font = (require('fontkit') as { create(bytes: Uint8Array): JudgeFont }).create(Buffer.from(bytes));
  return font.fonts?.[0] ?? font;
};

const SANS = new Uint8Array(
  readFileSync(require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')),
);
const CFF_COLLECTION = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** Area that an outline encloses and its length in segments: the same for the same outline, however it is written. */
function measure(draw: (sink: OutlineSink) => void): { area: number; left: number; top: number } {
  let area = 0;
  let left = Number.POSITIVE_INFINITY;
  let top = Number.NEGATIVE_INFINITY;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (nx: number, ny: number) => {
    area += x * ny - nx * y;
    left = Math.min(left, x, nx);
    top = Math.max(top, y, ny);
    [x, y] = [nx, ny];
  };
  draw({
    moveTo(nx, ny) {
      [x, y, startX, startY] = [nx, ny, nx, ny];
    },
    lineTo: line,
    quadTo(x1, y1, nx, ny) {
      line(x1, y1);
      line(nx, ny);
    },
    curveTo(x1, y1, x2, y2, nx, ny) {
      line(x1, y1);
      line(x2, y2);
      line(nx, ny);
    },
    close: () => line(startX, startY),
  });
  return { area: Math.round(area), left: Math.round(left), top: Math.round(top) };
}

function expectSameOutlines(ours: FontProgram, theirs: JudgeFont, glyphs: number[]): void {
  for (const glyph of glyphs) {
    const mine = measure((sink) => ours.draw(glyph, sink));
    const other = measure((sink) => {
      for (const { command, args } of theirs.getGlyph(glyph).path.commands) {
        const [a, b, c, d, e, f] = args as [number, number, number, number, number, number];
        if (command === 'moveTo') sink.moveTo(a, b);
        else if (command === 'lineTo') sink.lineTo(a, b);
        else if (command === 'quadraticCurveTo') sink.quadTo(a, b, c, d);
        else if (command === 'bezierCurveTo') sink.curveTo(a, b, c, d, e, f);
        else sink.close();
      }
    });
    expect(mine, `glyph ${glyph}`).toEqual(other);
  }
}

const some = (count: number, step: number) => Array.from({ length: count }, (_, i) => 1 + i * step);

describe('embedded fonts', () => {
  it('TrueType: outlines, widths and the character map agree with fontkit', () => {
    const ours = readFont(SANS);
    const theirs = judge(SANS);
    expectSameOutlines(ours, theirs, some(400, 71));
    for (const character of 'A合同签章𠮷，fi鿿') {
      expect(ours.glyphOf(character.codePointAt(0)!), character).toBe(
        theirs.glyphForCodePoint(character.codePointAt(0)!).id,
      );
    }
    for (const glyph of some(50, 300)) expect(ours.advance(glyph)).toBe(theirs.getGlyph(glyph).advanceWidth);
  });

  it('OpenType with CFF in a collection, and the bare CFF out of it, agree with fontkit', () => {
    if (!existsSync(CFF_COLLECTION)) {
      expect(existsSync(CFF_COLLECTION), 'Noto Sans CJK is not installed: nothing to compare').toBe(false);
      return;
    }
    const bytes = new Uint8Array(readFileSync(CFF_COLLECTION));
    const theirs = judge(bytes);
    expectSameOutlines(readFont(bytes), theirs, some(300, 201));
    const bare = readFont(cffTable(bytes));
    expect(bare.unitsPerEm).toBe(1000);
    expectSameOutlines(bare, theirs, some(30, 1777));
  });

  it('work without the tables that subsets omit, and are rejected if nothing can be drawn', () => {
    const stripped = SANS.slice();
    const view = new DataView(stripped.buffer);
    for (let i = 0; i < view.getUint16(4); i++) {
      const at = 12 + i * 16;
      const tag = String.fromCharCode(...stripped.subarray(at, at + 4));
      if (['cmap', 'OS/2', 'hmtx', 'hhea', 'name', 'post'].includes(tag))
        stripped.set([0x78, 0x78, 0x78, 0x78], at);
    }
    const font = readFont(stripped);
    expect(font.glyphOf(0x41)).toBe(0);
    expect(font.advance(5)).toBeUndefined();
    expectSameOutlines(font, judge(SANS), [36, 500]);
    expect(refusal(() => readFont(Uint8Array.of(1, 2, 3, 4, 5)))).toBe('DOCUMENT_UNSUPPORTED');
    expect(refusal(() => readFont(SANS.slice(0, 200)))).toBe('DOCUMENT_UNSUPPORTED');
  });

  it('answer any glyph number and any broken table without failing', () => {
    const font = readFont(SANS);
    const path = glyphPath(2048, () => {});
    expect(path.add(font, 99_999, 0, 0, 1, 0)).toBe('missing');
    const cut = readFont(SANS.slice(0, 3_000_000));
    for (const glyph of some(300, 90))
      expect(['drawn', 'blank', 'missing']).toContain(path.add(cut, glyph, 0, 0, 1, 0));
  });

  it('are drawn by glyph number or by their map; what they lack is set in another font', () => {
    const files = onePageFiles({
      layer:
        '<ofd:TextObject ID="1" Boundary="5 5 50 10" Font="3" Size="8"><ofd:CGTransform CodePosition="0" CodeCount="1" GlyphCount="1"><ofd:Glyphs>36</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="8" DeltaX="8 8">甲乙\u{1f600}</ofd:TextCode></ofd:TextObject>',
      res: '<ofd:Fonts><ofd:Font ID="3" FontName="嵌入"><ofd:FontFile>font.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
      files: { 'Doc_0/Res/font.ttf': SANS },
    });
    const document = openDocument(openOfd(zip(files, 0)));
    const { svg, warnings } = renderPage(document, 0);
    expect(warnings).toEqual([]);
    const drawn = glyphPath(2048, () => {});
    const font = readFont(SANS);
    drawn.add(font, 36, 0, 2048, 1, 0);
    drawn.add(font, font.glyphOf('乙'.codePointAt(0)!), 2048, 2048, 1, 0);
    expect(svg).toContain(`d="${drawn.data}"`);
    expect(svg).toContain('>\u{1f600}</text>');
    expect(pageText(document, 0)[0]!.text).toBe('甲乙\u{1f600}');
  });

  it('that cannot be read are replaced with a warning', () => {
    const { svg, warnings } = renderPage(
      onePage({
        layer:
          '<ofd:TextObject ID="1" Boundary="5 5 50 10" Font="3" Size="8"><ofd:TextCode X="0" Y="8">甲</ofd:TextCode></ofd:TextObject>',
        res: '<ofd:Fonts><ofd:Font ID="3" FontName="黑体"><ofd:FontFile>font.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
        files: { 'Doc_0/Res/font.ttf': 'no font' },
      }),
      0,
    );
    expect(warnings).toEqual(['font Doc_0/Res/font.ttf cannot be read; another one is used']);
    expect(svg).toContain('>甲</text>');
  });
});

describe('fonts that are only named', () => {
  const font = (name: string, rest = {}) => ({
    id: '1',
    name,
    family: '',
    charset: 'unicode',
    bold: false,
    italic: false,
    serif: false,
    fixedWidth: false,
    path: undefined,
    ...rest,
  });
  it('are followed by fonts of the same kind and a generic family', () => {
    expect(substituteFamilies(font('宋体'))).toEqual(expect.arrayContaining(['宋体', 'SimSun', 'serif']));
    expect(substituteFamilies(font('ABCDEF+KaiTi_GB2312'))[0]).toBe('KaiTi_GB2312');
    expect(substituteFamilies(font('黑体')).at(-1)).toBe('sans-serif');
    expect(substituteFamilies(font('楷体'))).toContain('KaiTi');
    expect(substituteFamilies(font('仿宋_GB2312'))).toContain('FangSong');
    expect(substituteFamilies(font('Courier New')).at(-1)).toBe('monospace');
    expect(substituteFamilies(font('Unknown', { fixedWidth: true })).at(-1)).toBe('monospace');
    expect(substituteFamilies(undefined).at(-1)).toBe('serif');
  });

  it('lose every sign that could end their name', () => {
    expect(familyList(substituteFamilies(font(`a';}</style>"x`)))).toMatch(/^'astylex',/);
  });
});

function cffTable(collection: Uint8Array): Uint8Array {
  const view = new DataView(collection.buffer);
  const font = view.getUint32(12);
  for (let i = 0; i < view.getUint16(font + 4); i++) {
    const at = font + 12 + i * 16;
    if (view.getUint32(at) !== 0x43464620) continue;
    return collection.slice(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
  }
  throw new Error('no CFF table');
}
