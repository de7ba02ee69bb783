import { describe, expect, it } from 'vitest';
import { writePng } from '#core/sealart/write-png.ts';
import type { BodyBlock, FlatBlock } from '#core/template/body.ts';
import type { TemplateValues, WebContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { boxIdOf, type FillMode } from '#core/template/fill/filling.ts';
import type { DisplayText, Typeset } from '#core/typeset/display.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { testFaces } from '../typeset/paragraphs.ts';
import { chip, key, line, makeContent, makeField, makeValues, says } from './contents.ts';

const fill = (
  content: WebContent,
  values: Partial<TemplateValues> = {},
  mode: FillMode = 'VALUES',
  pictures = new Map(),
) => fillBody(content, makeValues(values), { title: '合同', language: 'zh-CN', pictures, mode });

const set = (...given: Parameters<typeof fill>): Typeset => layOut(fill(...given), testFaces());
const linesOf = (typeset: Typeset): string[] => {
  const out: { y: number; page: number; text: string }[] = [];
  typeset.pages.forEach(({ items }, page) => {
    for (const item of items as DisplayText[]) {
      if (item.kind !== 'text' || item.element === undefined) continue;
      const last = out.find((one) => one.page === page && Math.abs(one.y - item.y) < 0.1);
      if (last) last.text += item.text;
      else out.push({ y: item.y, page, text: item.text });
    }
  });
  return out.map(({ text }) => text);
};
const cell = (...content: ReturnType<typeof line>[]) => ({ type: 'tableCell' as const, content });

describe('a filled web template', () => {
  it('has its values in the text, written as their fields say', () => {
    const content = makeContent(
      [line(says('乙方：'), chip('party'), says('，总价 '), chip('sum'), says('。'))],
      {
        fields: [makeField('party'), makeField('sum', { types: ['AMOUNT'], format: 'CHINESE_CAPITALS' })],
      },
    );
    const values = { fields: { [key('party')]: '乙方公司', [key('sum')]: '12000' } };
    expect(linesOf(set(content, values))).toEqual(['乙方：乙方公司，总价 壹万贰仟元整。']);
    expect(set(content, values).boxes.map(({ id }) => id)).toEqual([key('party'), key('sum')]);
  });

  it('keeps or drops its optional parts, and numbers and references follow', () => {
    const clause = (id: string, text: string): FlatBlock => ({
      type: 'clause',
      attrs: {
        id: key(id),
        level: 0,
        align: null,
        size: null,
        leading: null,
        indent: null,
        firstIndent: null,
      },
      content: [says(text)],
    });
    const content = makeContent(
      [
        clause('c1', '一'),
        {
          type: 'optional',
          attrs: { option: key('opt') },
          content: [clause('c2', '二'), { type: 'pageBreak' }],
        },
        clause('c3', '三'),
        line(says('见第 '), { type: 'reference', attrs: { clause: key('c3') } }, says(' 条')),
      ],
      { options: [{ key: key('opt'), name: '附加', kept: false, position: 1 }] },
    );
    expect(linesOf(set(content))).toEqual(['1.一', '2.三', '见第 2 条']);
    const kept = fill(content, { options: { [key('opt')]: true } });
    expect(linesOf(layOut(kept, testFaces()))).toEqual(['1.一', '2.二', '3.三', '见第 3 条']);
    expect(kept.paths).toEqual([[0], [1, 0], [1, 1], [2], [3]]);
    const chinese = makeContent(content.body.content, { ...content, page: { numbering: 'CHINESE' } });
    expect(linesOf(set(chinese))).toEqual(['第一条　一', '第二条　三', '见第 第二条 条']);
  });

  it('numbers lists by level, restarting after a paragraph', () => {
    const item = (level: number, ordered: boolean, text: string): BodyBlock => ({
      type: 'item',
      attrs: { level, ordered },
      content: [says(text)],
    });
    const content = makeContent([
      item(0, true, '甲'),
      item(1, true, '乙'),
      item(1, true, '丙'),
      item(0, true, '丁'),
      line(says('文')),
      item(0, true, '戊'),
      item(0, false, '己'),
    ]);
    expect(linesOf(set(content))).toEqual(['1.甲', 'a)乙', 'b)丙', '2.丁', '文', '1.戊', '•己']);
  });

  it('repeats rows as often as they are filled in, and cells that span them grow', () => {
    const table: BodyBlock = {
      type: 'table',
      attrs: { widths: [1, 2, 1], headerRows: 1, border: true },
      content: [
        {
          type: 'tableRow',
          content: [cell(line(says('类'))), cell(line(says('品名'))), cell(line(says('数量')))],
        },
        {
          type: 'tableRow',
          content: [
            { ...cell(line(says('货'))), attrs: { colspan: 1, rowspan: 3, middle: true } },
            cell(line(says('首'))),
            cell(line(says('0'))),
          ],
        },
        {
          type: 'tableRow',
          attrs: { repeat: key('goods') },
          content: [cell(line(chip('name'))), cell(line(chip('count')))],
        },
        { type: 'tableRow', content: [cell(line(says('合计'))), cell(line(says('9')))] },
      ],
    };
    const content = makeContent([table], {
      fields: [makeField('name'), makeField('count', { types: ['NUMBER'] })],
      rows: [{ key: key('goods'), name: '货物', least: 0, most: 5, position: 1 }],
    });
    const rows = (...names: string[]) => ({
      rows: {
        [key('goods')]: names.map((name, i) => ({ [key('name')]: name, [key('count')]: String(i + 1) })),
      },
    });
    const three = fill(content, rows('纸', '笔', '墨')).blocks[0];
    expect(three).toMatchObject({ kind: 'table', headerRows: 1, rows: { length: 6 } });
    expect(three).toMatchObject({ rows: { 1: { cells: { 0: { rows: 5 } } } } });
    const typeset = set(content, rows('纸', '笔', '墨'));
    const shown = linesOf(typeset).join('|');
    for (const text of ['纸1', '笔2', '墨3', '合计9']) expect(shown).toContain(text);
    expect(typeset.boxes.map(({ id }) => id)).toContain(boxIdOf(key('count'), 2));
    expect(fill(content, rows()).blocks[0]).toMatchObject({
      rows: { length: 3, 1: { cells: { 0: { rows: 2 } } } },
    });
    expect(fill(content, {}, 'LONGEST').blocks[0]).toMatchObject({ rows: { length: 8 } });
  });

  it('leaves blanks for what a signer fills, in one box each', () => {
    const content = makeContent([line(says('字'.repeat(30)), chip('tel'))], {
      fields: [makeField('tel', { types: ['PHONE'], filledBy: key('signer') })],
      signers: [{ key: key('signer'), name: '乙方', type: 'PERSON', order: 1, position: 1 }],
    });
    const { boxes } = set(content, { fields: { [key('tel')]: '13800000000' } });
    expect(boxes).toHaveLength(1);
    expect(boxes[0]!.width).toBeCloseTo(10 * 12 * (25.4 / 72), 3);
  });

  it('has pictures in the text and as values, and their room where a file is missing', () => {
    const data = writePng(
      { width: 40, height: 20, pixels: new Uint8ClampedArray(40 * 20 * 4).fill(255) },
      300,
    );
    const [file, stamp] = ['a'.repeat(64), 'b'.repeat(64)];
    const content = makeContent(
      [
        { type: 'picture', attrs: { file, width: 60, height: 30, alt: '图', align: 'centre' } },
        line(says('照片：'), chip('photo')),
      ],
      { fields: [makeField('photo', { input: 'PICTURE' })] },
    );
    const values = { fields: { [key('photo')]: stamp } };
    const pictures = new Map([
      [file, data],
      [stamp, data],
    ]);
    const sizes = ({ pages }: Typeset) =>
      pages[0]!.items.flatMap((item) => (item.kind === 'picture' ? [[item.width, item.height]] : []));
    expect(sizes(set(content, values, 'VALUES', pictures))).toEqual([
      [60, 30],
      [50, 25],
    ]);
    const empty = set(content, values);
    expect(sizes(empty)).toEqual([]);
    expect(empty.boxes).toMatchObject([{ id: key('photo'), width: 30, height: 20 }]);
  });

  it('keeps linked blocks together, and replaces a seal’s mark by its place', () => {
    const content = makeContent(
      [
        line(says('正文')),
        {
          type: 'group',
          content: [
            line(says('甲方（盖章）：'), { type: 'seal', attrs: { anchor: key('seal') } }),
            line(says('日期')),
          ],
        },
      ],
      {
        signers: [{ key: key('signer'), name: '甲方', type: 'ENTERPRISE', order: 1, position: 1 }],
        anchors: [
          {
            key: key('seal'),
            signer: key('signer'),
            kind: 'ENT_SEAL',
            at: { by: 'MARK' },
            width: 40,
            height: 40,
            position: 1,
          },
        ],
      },
    );
    const filled = fill(content);
    expect(filled.blocks[1]).toMatchObject({ kind: 'group', blocks: { length: 2 } });
    expect(layOut(filled, testFaces()).boxes).toMatchObject([{ kind: 'place', id: key('seal'), width: 40 }]);
  });

  it('has the page, the header and the page numbers that were set', () => {
    const content = makeContent([line(says('文'))], {
      page: { size: 'A4_LANDSCAPE', marginLeft: 40, header: '编号', footer: '第 {page} 页 共 {pages} 页' },
    });
    const typeset = set(content);
    expect(typeset.pages[0]).toMatchObject({ width: 297, height: 210 });
    const texts = typeset.pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item] : []));
    expect(texts.map(({ text }) => text).join('')).toBe('文编号第 1 页 共 1 页');
    expect(texts[0]!.x).toBeGreaterThan(40);
  });

  it('is tried with the longest values and with samples', () => {
    const content = makeContent([line(chip('party'), chip('sum'), chip('day'))], {
      fields: [
        makeField('party', { length: 30, name: '甲方名称' }),
        makeField('sum', { types: ['AMOUNT'], format: 'GROUPED', length: 12 }),
        makeField('day', { types: ['DATE'] }),
      ],
    });
    expect(linesOf(set(content, {}, 'LONGEST')).join('')).toBe(
      `${'国'.repeat(30)}999,999,999.992026年12月28日`,
    );
    expect(linesOf(set(content, {}, 'SAMPLE')).join('')).toBe('甲方公司12,000.002026年6月30日');
    expect(
      linesOf(set(content, {}, 'BLANK'))
        .join('')
        .trim(),
    ).toBe('');
  });
});
