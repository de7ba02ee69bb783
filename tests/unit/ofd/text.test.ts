import { describe, expect, it } from 'vitest';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { newWork } from '#core/ofd/package/work.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { layOutText, readDeltas } from '#core/ofd/text/lay-out-text.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import { readXml } from '#core/ofd/xml/read-xml.ts';
import { onePage } from './make-package.ts';

const lay = (children: string, attributes = '') =>
  layOutText(
    readXml(`<TextObject ${attributes}>${children}</TextObject>`, { elements: 100, depth: 9 }),
    10,
    undefined,
    newWork(0),
  );

describe('the run lengths of DeltaX and DeltaY', () => {
  it('are g, a count and a value, between plain values', () => {
    expect(readDeltas('g 3 2.5 1 g 2 4')).toEqual([2.5, 2.5, 2.5, 1, 4, 4]);
    expect(readDeltas(' 1  2\n3 ')).toEqual([1, 2, 3]);
    expect(readDeltas('G 2 1')).toEqual([1, 1]);
    expect(readDeltas(undefined)).toEqual([]);
  });
  it('of any count cost no more than a page may have', () => {
    expect(readDeltas('g 999999999 1')).toHaveLength(100_000);
    expect(readDeltas('g -5 1 2')).toEqual([2]);
    expect(readDeltas('g x y z')).toEqual([0]);
    expect(readDeltas('g')).toEqual([]);
  });
});

describe('glyphs of a text object', () => {
  it('are at the sums of their distances; the last distance repeats', () => {
    expect(lay('<TextCode X="1" Y="2" DeltaX="3 4">abcd</TextCode>').map((g) => [g.text, g.x, g.y])).toEqual([
      ['a', 1, 2],
      ['b', 4, 2],
      ['c', 8, 2],
      ['d', 12, 2],
    ]);
    expect(lay('<TextCode X="0" Y="0" DeltaY="5">ab</TextCode>').map((g) => [g.x, g.y])).toEqual([
      [0, 0],
      [0, 5],
    ]);
  });

  it('without any distance are set by width along the reading direction', () => {
    expect(lay('<TextCode X="0" Y="0">中a文</TextCode>').map((g) => g.x)).toEqual([0, 10, 15]);
    expect(lay('<TextCode X="0" Y="0">中文</TextCode>', 'ReadDirection="90"').map((g) => [g.x, g.y])).toEqual(
      [
        [0, 0],
        [0, 10],
      ],
    );
    expect(lay('<TextCode X="0" Y="0">中文</TextCode>', 'ReadDirection="180"').map((g) => g.x)).toEqual([
      0, -10,
    ]);
  });

  it('are exchanged as CGTransform says: one to one, many to one, one to many', () => {
    const transform = (position: number, codes: number, glyphs: string) =>
      `<CGTransform CodePosition="${position}" CodeCount="${codes}" GlyphCount="${glyphs.split(' ').length}"><Glyphs>${glyphs}</Glyphs></CGTransform>`;
    const cells = (children: string) => lay(children).map((g) => [g.text, g.glyph, g.x]);
    expect(cells(`${transform(1, 2, '7 8')}<TextCode X="0" Y="0" DeltaX="g 3 1">abcd</TextCode>`)).toEqual([
      ['a', undefined, 0],
      ['b', 7, 1],
      ['c', 8, 2],
      ['d', undefined, 3],
    ]);
    expect(cells(`${transform(1, 2, '7')}<TextCode X="0" Y="0" DeltaX="1 2">abcd</TextCode>`)).toEqual([
      ['a', undefined, 0],
      ['bc', 7, 1],
      ['d', undefined, 3],
    ]);
    expect(cells(`${transform(0, 1, '7 8')}<TextCode X="0" Y="0" DeltaX="1 1">ab</TextCode>`)).toEqual([
      ['a', 7, 0],
      ['', 8, 1],
      ['b', undefined, 2],
    ]);
  });

  it('in several runs use transforms per run, or numbered through if all precede the text', () => {
    const one = (position: number, glyph: number) =>
      `<CGTransform CodePosition="${position}" CodeCount="1" GlyphCount="1"><Glyphs>${glyph}</Glyphs></CGTransform>`;
    const run = (y: number) => `<TextCode X="0" Y="${y}" DeltaX="1">ab</TextCode>`;
    expect(lay(one(0, 7) + run(0) + one(1, 8) + run(5)).map((g) => g.glyph)).toEqual([
      7,
      undefined,
      undefined,
      8,
    ]);
    expect(lay(one(0, 7) + one(3, 8) + run(0) + run(5)).map((g) => g.glyph)).toEqual([
      7,
      undefined,
      undefined,
      8,
    ]);
  });

  it('do not count line breaks and indentation that the XML has around the text', () => {
    expect(lay('<TextCode X="0" Y="0" DeltaX="1">\n\t\tab\n</TextCode>').map((g) => g.text)).toEqual([
      'a',
      'b',
    ]);
    expect(lay('<TextCode X="0" Y="0" DeltaX="1"> a</TextCode>').map((g) => g.text)).toEqual([' ', 'a']);
  });
});

const FONTS = '<ofd:Fonts><ofd:Font ID="3" FontName="宋体"/></ofd:Fonts>';
const text = (x: number, y: number, value: string, size = 4) =>
  `<ofd:TextObject ID="1" Boundary="${x} ${y} 90 ${size}" Font="3" Size="${size}"><ofd:TextCode X="0" Y="${size * 0.86}" DeltaX="g ${[...value].length} ${size}">${value}</ofd:TextCode></ofd:TextObject>`;

describe('text of a page', () => {
  it('has a box in mm for every character, through boundary, CTM and composites', () => {
    const inner = text(0, 0, '章');
    const document = onePage({
      layer: `${text(10, 20, '甲方')}<ofd:CompositeObject ID="1" Boundary="50 50 40 40" CTM="2 0 0 2 0 0" ResourceID="62"/>`,
      res: `${FONTS}<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="62"><ofd:Content>${inner}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`,
    });
    const [first, second] = pageText(document, 0);
    expect(first!.text).toBe('甲方');
    expect(first!.characters[1]!.box.x).toBeCloseTo(14);
    expect(first!.characters[1]!.box.y).toBeCloseTo(20);
    expect(first!.box.width).toBeCloseTo(8);
    expect(second!.size).toBeCloseTo(8);
    expect(second!.box.x).toBeCloseTo(50);
    expect(second!.box.height).toBeCloseTo(8);
  });

  it('is found across text objects, in any order of the file, and over the end of a line', () => {
    const document = onePage({
      layer:
        text(30, 10, '（签字）') +
        text(10, 10, '甲方代表') +
        text(10, 16, '本合同一式') +
        text(10, 22, '两份，各执一份'),
      res: FONTS,
    });
    const [across] = findText(document, '代表（签');
    expect(across!.boxes).toHaveLength(1);
    expect(across!.box.x).toBeCloseTo(18);
    expect(across!.box.width).toBeCloseTo(20);
    const [over] = findText(document, '一式两份');
    expect(over!.boxes).toHaveLength(2);
    expect(over!.boxes[1]!.x).toBeCloseTo(10);
    expect(findText(document, '甲 方\n代表')).toHaveLength(1);
    expect(findText(document, '乙方')).toEqual([]);
    expect(findText(document, ' ')).toEqual([]);
  });

  it('is not joined over wide gaps and columns', () => {
    const document = onePage({
      layer: text(5, 10, '左上') + text(60, 10, '右上') + text(5, 16, '左下') + text(60, 16, '右下'),
      res: FONTS,
    });
    expect(findText(document, '左上右上')).toEqual([]);
    expect(findText(document, '右上右下')).toHaveLength(1);
    expect(findText(document, '左上左下')).toHaveLength(1);
  });

  it('takes full-width and half-width, upper and lower case as the same', () => {
    const document = onePage({ layer: text(10, 10, 'Ｐａｒｔｙ　Ａ：（盖章）'), res: FONTS });
    expect(findText(document, 'party a:(盖章)')).toHaveLength(1);
  });

  it('[9.35d] answers the first, all or the last place of a keyword', () => {
    const page = (...lines: string[]) => ({
      width: 210,
      height: 297,
      objects: lines.map((line, i) => ({
        kind: 'text' as const,
        x: 20,
        y: 30 + i * 10,
        size: 4,
        text: line,
        font: '宋体',
      })),
    });
    const document = openDocument(
      openOfd(
        createOfd({
          docId: '0'.repeat(32),
          now: 0,
          fonts: [{ name: '宋体' }],
          pages: [page('无'), page('甲方盖章', '乙方盖章'), page('丙方盖章')],
        }),
      ),
    );
    const places = (which: 'first' | 'all' | 'last') =>
      findText(document, '盖章', { which }).map((match) => [match.pageIndex, Math.round(match.box.y)]);
    expect(places('first')).toEqual([[1, 27]]);
    expect(places('all')).toEqual([
      [1, 27],
      [1, 37],
      [2, 27],
    ]);
    expect(places('last')).toEqual([[2, 27]]);
    expect(findText(document, '盖章', { pages: { from: 2, to: 9 } }).map((m) => m.pageIndex)).toEqual([2]);
  });
});
