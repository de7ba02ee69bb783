import { describe, expect, it } from 'vitest';
import { boundsOfItems } from '#core/drawing.ts';
import { mayOverlap } from '#core/task/place-rules.ts';
import { checkContent } from '#core/template/check-content.ts';
import { drawValue } from '#core/template/fill/draw-value.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { isSameBlank, placeFields } from '#core/template/fill/place-fields.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { testFaces } from '../typeset/paragraphs.ts';
import { chip, key, line, makeContent, makeField, makeValues, says } from './contents.ts';

const SIGNER = key('signer');
const signers = [{ key: SIGNER, name: '乙方', type: 'PERSON', position: 1 }];
const pagesOf = ({ pages }: { pages: readonly { width: number; height: number }[] }) =>
  pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));

function placed(content: ReturnType<typeof makeContent>, rows = {}) {
  const options = { title: '合同', language: 'zh-CN', pictures: new Map(), mode: 'VALUES' } as const;
  const typeset = layOut(fillBody(content, makeValues({ rows }), options), testFaces());
  return placeFields(content, typeset.boxes, pagesOf(typeset));
}

describe('the blanks that signers fill in', () => {
  it('are where the text reserves them, once per occurrence of the field, excluding the sender’s', () => {
    const content = makeContent(
      [
        line(says('账号：'), chip('account'), says('，编号：'), chip('number')),
        line(says('再次确认账号：'), chip('account')),
      ],
      { fields: [makeField('account', { filledBy: SIGNER, length: 12 }), makeField('number')], signers },
    );
    const [one, two, ...rest] = placed(content);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ kind: 'FIELD', page: 1, signer: SIGNER, fills: { nth: 0, part: 0 } });
    expect(two).toMatchObject({ fills: { field: key('account'), nth: 1, part: 0 } });
    expect(two!.y).toBeGreaterThan(one!.y);
    expect(one!.anchor).not.toBe(two!.anchor);
    expect(one!.anchor).toHaveLength(20);
    // twelve squares of the text's size
    expect(one!.width).toBeCloseTo(12 * 12 * (25.4 / 72), 0);
    expect(isSameBlank({ ...one! }, one!)).toBe(true);
    expect(isSameBlank({ ...one!, x: one!.x + 1 }, one!)).toBe(false);
    expect(isSameBlank(two!, one!)).toBe(false);
  });

  it('are several where a line cannot hold one, and hold one value together', () => {
    const cell = {
      type: 'tableCell' as const,
      content: [line(says('地址：'), chip('address'))],
    };
    const row = { type: 'tableRow' as const, attrs: { repeat: null }, content: Array(6).fill(cell) };
    const content = makeContent(
      [{ type: 'table', attrs: { widths: [], headerRows: 0, border: true }, content: [row] } as never],
      {
        fields: [makeField('address', { filledBy: SIGNER, length: 20 })],
        signers,
      },
    );
    const places = placed(content).filter(({ fills }) => fills.nth === 0);
    expect(places.length).toBeGreaterThan(1);
    expect(places.map(({ fills }) => fills.part)).toEqual(places.map((_, i) => i));
    const text = '江苏省南京市某某区某某路一号';
    const drawings = drawValue(places, text, testFaces())!;
    expect(drawings).toHaveLength(places.length);
    expect(drawings.filter(({ items }) => items.length > 0).length).toBeGreaterThan(1);
  });

  it('of repeated rows are one for each row', () => {
    const row = {
      type: 'tableRow' as const,
      attrs: { repeat: key('rows') },
      content: [{ type: 'tableCell' as const, content: [line(chip('taker'))] }],
    };
    const content = makeContent(
      [{ type: 'table', attrs: { widths: [], headerRows: 0, border: true }, content: [row] } as never],
      {
        fields: [makeField('taker', { filledBy: SIGNER, length: 8 })],
        rows: [{ key: key('rows'), name: '货物', position: 1 }],
        signers,
      },
    );
    expect(placed(content, { [key('rows')]: [{}, {}, {}] }).map(({ fills }) => fills.row)).toEqual([0, 1, 2]);
  });

  it('are wide enough for an amount in words', () => {
    const amount = { types: ['AMOUNT'], format: 'CHINESE_CAPITALS', length: 9, filledBy: SIGNER };
    const content = makeContent([line(chip('sum'))], { fields: [makeField('sum', amount)], signers });
    const [place] = placed(content);
    expect(drawValue([place!], '壹万贰仟叁佰肆拾伍元陆角柒分', testFaces())).toBeDefined();
  });

  it('cannot be pictures: publishing rejects it', () => {
    const content = makeContent([line(chip('photo'))], {
      fields: [makeField('photo', { input: 'PICTURE', filledBy: SIGNER })],
      signers,
    });
    expect(placed(content)).toEqual([]);
    expect(
      checkContent(content, { sceneType: 'ENT' } as never).problems.map(({ problem }) => problem),
    ).toContain('pictureBySigner');
  });
});

describe('a value in its blank', () => {
  const blank = { width: 40, height: 5.5 };

  it('is drawn as outlines inside it, smaller if necessary, and rejected if it does not fit', () => {
    const [drawing] = drawValue([blank], '工商银行 6222 㐂', testFaces())!;
    expect(drawing).toMatchObject({ widthMm: 40, heightMm: 5.5 });
    const box = boundsOfItems(drawing!.items)!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(40);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(5.5);
    // nine and a half squares stand in the line; thirteen only when they are smaller
    const heightOf = (text: string) =>
      boundsOfItems(drawValue([blank], text, testFaces())![0]!.items)!.height;
    expect(heightOf('国'.repeat(13))).toBeLessThan(heightOf('国'.repeat(9)) * 0.8);
    expect(drawValue([blank], '国'.repeat(14), testFaces())).toBeUndefined();
    expect(drawValue([blank], '一\n二', testFaces())).toBeUndefined();
  });

  it('shows nothing for an empty one', () => {
    expect(drawValue([blank], '', testFaces())).toEqual([{ widthMm: 40, heightMm: 5.5, items: [] }]);
  });
});

it('may be covered by the signer’s own seal, and by nobody else’s', () => {
  const field = { kind: 'FIELD', signerId: 'a' } as const;
  expect(mayOverlap(field, { kind: 'ENT_SEAL', signerId: 'a' })).toBe(true);
  expect(mayOverlap({ kind: 'ENT_SEAL', signerId: 'b' }, field)).toBe(false);
  expect(mayOverlap({ kind: 'HANDWRITTEN', signerId: 'a' }, { kind: 'ENT_SEAL', signerId: 'a' })).toBe(false);
});
