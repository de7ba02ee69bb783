import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { OutlineSink } from '#core/ofd/font/outline.ts';
import { readFont } from '#core/ofd/font/read-font.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { onePageFiles, refusal, zip } from './make-package.ts';
import { makeType1 } from './make-type1.ts';

/** The outline as text: one letter and numbers a segment. */
function outline(draw: (sink: OutlineSink) => boolean): string {
  const parts: string[] = [];
  const put =
    (letter: string) =>
    (...numbers: number[]) => {
      parts.push(`${letter}${numbers.map((n) => Math.round(n * 100) / 100).join(',')}`);
    };
  draw({ moveTo: put('M'), lineTo: put('L'), quadTo: put('Q'), curveTo: put('C'), close: put('Z') });
  return parts.join(' ');
}

const PROBE = {
  glyphs: {
    A: '50 600 hsbw 0 100 rmoveto 200 hlineto 300 vlineto -200 -300 rlineto closepath endchar',
    '.notdef': '0 250 hsbw endchar',
    e: '20 500 hsbw 10 20 30 40 50 60 rrcurveto 10 20 30 40 vhcurveto 10 20 30 40 hvcurveto closepath endchar',
    // halves are written as a quotient; a subroutine moves
    half: '0 7 2 div hsbw 1 callsubr 9 vlineto closepath endchar',
    acute: '30 200 hsbw 0 500 rmoveto 60 hlineto 80 vlineto closepath endchar',
    eacute: '20 500 hsbw 30 150 10 101 194 seac',
    flex: '0 500 hsbw 0 100 rmoveto 2 callsubr 100 0 rmoveto 3 callsubr -60 0 rmoveto 3 callsubr 20 10 rmoveto 3 callsubr 40 0 rmoveto 3 callsubr 40 0 rmoveto 3 callsubr 20 -10 rmoveto 3 callsubr 40 0 rmoveto 3 callsubr 50 200 100 0 callsubr 10 hlineto closepath endchar',
    endless: '0 500 hsbw 4 callsubr endchar',
  },
  subrs: [
    '3 0 callothersubr pop pop setcurrentpoint return',
    '5 6 rmoveto return',
    '0 1 callothersubr return',
    '0 2 callothersubr return',
    '4 callsubr return',
  ],
};

describe('Type 1 fonts', () => {
  it.each(['hex', 'binary', 'pfb'] as const)('are read: %s', (form) => {
    const font = readFont(makeType1(PROBE, form));
    expect(font).toMatchObject({ unitsPerEm: 1000, weight: 700, glyphCount: 8 });
    // the missing glyph comes first, whatever the order in the file
    const glyph = font.glyphOf(0x41);
    expect(glyph).toBe(1);
    expect(font.glyphOf(0x42)).toBe(0);
    expect(font.advance(glyph)).toBe(600);
    expect(outline((sink) => font.draw(glyph, sink))).toBe('M50,100 L250,100 L250,400 L50,100 Z');
  });

  it('have curves, quotients, subroutines, accented letters and flexes', () => {
    const font = readFont(makeType1(PROBE));
    const draw = (glyph: number) => outline((sink) => font.draw(glyph, sink));
    expect(draw(2)).toBe('M20,0 C30,20,60,60,110,120 C110,130,130,160,170,160 C180,160,200,190,200,230 Z');
    expect(font.advance(3)).toBe(3.5);
    expect(draw(3)).toBe('M5,6 L5,15 Z');
    const e = draw(2);
    // the accent's side bearing (30) goes onto 20 + 150 less what seac says it is
    expect(font.glyphOf(0xe9)).toBe(5);
    expect(draw(5)).toBe(`${e} M170,510 L230,510 L230,590 Z`);
    expect(draw(6)).toBe('M0,100 C40,100,60,110,100,110 C140,110,160,100,200,100 L210,100 Z');
  });

  it('name characters by their own encoding too', () => {
    const encoding =
      '/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 200 /half put\nreadonly def';
    expect(readFont(makeType1({ ...PROBE, encoding })).glyphOf(200)).toBe(3);
  });

  it('that are broken are refused, and a glyph that calls itself ends', () => {
    const whole = makeType1(PROBE);
    const font = readFont(whole);
    expect(font.draw(7, { moveTo() {}, lineTo() {}, quadTo() {}, curveTo() {}, close() {} })).toBe(false);
    expect(refusal(() => readFont(whole.slice(0, 200)))).toBe('DOCUMENT_BROKEN');
    expect(refusal(() => readFont(makeType1({ glyphs: {} })))).toBe('DOCUMENT_BROKEN');
    for (let at = 250; at < whole.length; at += 7) {
      const cut = whole.slice(0, at);
      expect(['nothing', 'DOCUMENT_BROKEN']).toContain(refusal(() => readFont(cut)));
    }
  });

  it('are drawn on a page as outlines', () => {
    const files = onePageFiles({
      layer:
        '<ofd:TextObject ID="9" Boundary="5 5 60 8" Font="3" Size="10"><ofd:TextCode X="0" Y="10" DeltaX="6">AB</ofd:TextCode></ofd:TextObject>',
      res: '<ofd:Fonts><ofd:Font ID="3" FontName="Probe"><ofd:FontFile>p.pfb</ofd:FontFile></ofd:Font></ofd:Fonts>',
      files: { 'Doc_0/Res/p.pfb': makeType1(PROBE, 'pfb') },
    });
    const { svg, warnings } = renderPage(openDocument(openOfd(zip(files))), 0);
    expect(warnings).toEqual([]);
    expect(svg).toMatch(/<path d="M102 1843l410 0l0-614l-410 614z"/);
    expect(svg).toContain('>B</text>');
  });

  const SYSTEM = '/usr/share/fonts';
  const pairs = ['NimbusRoman-Regular', 'NimbusSans-BoldItalic', 'C059-Italic'].filter((name) =>
    existsSync(`${SYSTEM}/type1/urw-base35/${name}.t1`),
  );
  it.each(pairs)('have the outlines that their OpenType version has: %s', (name) => {
    interface JudgeFont {
      characterSet: number[];
      glyphForCodePoint(code: number): {
        path: { bbox: Record<'minX' | 'minY' | 'maxX' | 'maxY', number> };
        advanceWidth: number;
      };
    }
    const fontkit = createRequire(import.meta.url)('fontkit') as { create(bytes: Uint8Array): JudgeFont };
    const judge = fontkit.create(readFileSync(`${SYSTEM}/opentype/urw-base35/${name}.otf`));
    for (const file of [`type1/urw-base35/${name}.t1`, `X11/Type1/${name}.pfb`]) {
      const font = readFont(new Uint8Array(readFileSync(`${SYSTEM}/${file}`)));
      let compared = 0;
      for (const code of judge.characterSet) {
        const glyph = font.glyphOf(code);
        if (glyph === 0) continue;
        const { path, advanceWidth } = judge.glyphForCodePoint(code);
        expect(font.advance(glyph), `width of ${code}`).toBeCloseTo(advanceWidth, 0);
        const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
        const reach = (x: number, y: number) => {
          box.minX = Math.min(box.minX, x);
          box.maxX = Math.max(box.maxX, x);
          box.minY = Math.min(box.minY, y);
          box.maxY = Math.max(box.maxY, y);
        };
        font.draw(glyph, {
          moveTo: reach,
          lineTo: reach,
          quadTo: () => {},
          // ends of curves are where outlines of letters reach farthest
          curveTo: (_x1, _y1, _x2, _y2, x, y) => reach(x, y),
          close: () => {},
        });
        if (box.minX === Infinity) continue;
        for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const)
          expect(Math.abs(box[side] - path.bbox[side]), `${side} of ${code}`).toBeLessThan(12);
        compared++;
      }
      expect(compared).toBeGreaterThan(90);
    }
  });
});
