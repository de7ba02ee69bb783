import { describe, expect, it } from 'vitest';
import { writePng } from '#core/sealart/write-png.ts';
import type { DisplayText, Typeset } from '#core/typeset/display.ts';
import { A4, type Block, type Inline, type ParagraphStyle, type TableCell } from '#core/typeset/document.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { CHINESE_NUMBERING, chineseNumber } from '#core/typeset/numbering.ts';
import { testFaces, text } from './paragraphs.ts';

/** A page of ten lines of 12 pt and 1.75: 74.0 mm of text. */
const SMALL = { width: 100, height: 94.2, margin: { top: 10, right: 10, bottom: 10, left: 10 } };
const LINE = 12 * 1.75 * (25.4 / 72);

const set = (blocks: readonly Block[], more: Partial<Parameters<typeof layOut>[0]> = {}): Typeset =>
  layOut({ title: 'T', language: 'zh-CN', page: SMALL, blocks, ...more }, testFaces());
const paragraph = (value: string | readonly Inline[], style?: ParagraphStyle): Block => ({
  kind: 'paragraph',
  inlines: typeof value === 'string' ? [text(value)] : value,
  style,
});
/** A paragraph of that many lines. */
const lines = (count: number, style?: ParagraphStyle): Block =>
  paragraph(Array.from({ length: count }, (_, i) => `第${i}行`).join('\n'), { firstIndent: 0, ...style });
const words = (typeset: Typeset, page: number): string =>
  typeset.pages[page]!.items.filter((item): item is DisplayText => item.kind === 'text')
    .map((item) => item.text)
    .join('');

describe('pages', () => {
  it('take no line of a paragraph alone over or leave one alone', () => {
    // Ten lines fit: of a paragraph that begins at the ninth and has three, none may stay without another.
    const orphan = set([lines(9), paragraph('甲\n乙\n丙')]);
    expect(words(orphan, 1)).toBe('甲乙丙');
    const widow = set([lines(8), paragraph('甲\n乙\n丙')]);
    expect(words(widow, 1)).toBe('甲乙丙');
    const parted = set([lines(8), paragraph('甲\n乙\n丙\n丁')]);
    expect(words(parted, 0)).toMatch(/甲乙$/);
    expect(words(parted, 1)).toBe('丙丁');
  });

  it('keep a heading with what follows it', () => {
    const typeset = set([
      lines(8),
      { kind: 'heading', level: 2, inlines: [text('标题')] },
      paragraph('正文一\n正文二'),
    ]);
    expect(words(typeset, 0)).not.toContain('标题');
    expect(words(typeset, 1)).toBe('标题正文一正文二');
    expect(typeset.outline).toEqual([{ title: '标题', level: 2, page: 1, y: 10 }]);
  });

  it('keep a group together, and divide one that no page can hold', () => {
    const group = (count: number): Block => ({
      kind: 'group',
      blocks: Array.from({ length: count }, (_, i) => paragraph(`签${i}`) as never),
    });
    expect(words(set([lines(7), group(4)]), 1)).toBe('签0签1签2签3');
    const large = set([group(15)]);
    expect(large.pages).toHaveLength(2);
    expect(words(large, 0)).toMatch(/签9$/);
  });

  it('say where each of them begins', () => {
    const typeset = set([lines(4), { ...lines(9), id: 'long' }, { kind: 'pageBreak' }, paragraph('末')]);
    expect(typeset.breaks).toEqual([
      { page: 1, block: 1, id: 'long', inline: 0, offset: 24 },
      { page: 2, block: 3, id: undefined, inline: 0, offset: 0 },
    ]);
  });

  it('carry a header and a footer with their numbers', () => {
    const margin = {
      ...SMALL,
      footer: {
        align: 'centre' as const,
        inlines: [
          text('第 '),
          { kind: 'pageNumber' as const },
          text(' 页 共 '),
          { kind: 'pageCount' as const },
          text(' 页'),
        ],
      },
    };
    const typeset = set([lines(15)], { page: margin });
    expect(words(typeset, 0)).toContain('第 1 页 共 2 页');
    expect(words(typeset, 1)).toContain('第 2 页 共 2 页');
    const numbers = typeset.pages[1]!.items.filter((item) => 'element' in item && item.element === undefined);
    expect(numbers.length).toBeGreaterThan(0);
  });

  it('is one empty page for a document without blocks', () => {
    expect(set([]).pages).toEqual([{ width: 100, height: 94.2, items: [] }]);
  });
});

describe('clauses', () => {
  const clause = (level: number, id?: string): Block => ({
    kind: 'clause',
    level,
    id,
    inlines: [text('条款')],
  });
  const labels = (typeset: Typeset) =>
    typeset.pages.flatMap((_, page) => words(typeset, page).split('条款').filter(Boolean));

  it('are numbered by level and restart below each clause of a higher level', () => {
    const typeset = set([clause(0), clause(1), clause(1), clause(2), clause(0), clause(1)], { page: A4 });
    expect(labels(typeset)).toEqual(['1.', '1.1', '1.2', '1.2.1', '2.', '2.1']);
  });

  it('are numbered in Chinese, and references follow them', () => {
    const reference: Inline = { kind: 'reference', clause: 'x' };
    const typeset = set([clause(0), clause(0, 'x'), clause(1), paragraph([text('见'), reference])], {
      numbering: CHINESE_NUMBERING,
      page: A4,
    });
    expect(labels(typeset)).toEqual(['第一条　', '第二条　', '（一）　', '见第二条']);
  });

  it('count in Chinese as people do', () => {
    expect([1, 10, 11, 20, 99, 100, 105, 110, 1001, 1010].map(chineseNumber)).toEqual(
      '一 十 十一 二十 九十九 一百 一百零五 一百一十 一千零一 一千零一十'.split(' '),
    );
  });
});

describe('tables', () => {
  const cell = (value: string, more: Partial<TableCell> = {}): TableCell => ({
    blocks: [{ kind: 'paragraph', inlines: [text(value)] }],
    ...more,
  });
  const table = (rows: readonly (readonly TableCell[])[], headerRows = 0): Block => ({
    kind: 'table',
    widths: [1, 1],
    headerRows,
    rows: rows.map((cells) => ({ cells })),
  });

  it('repeat their header on each page', () => {
    const rows = Array.from({ length: 40 }, (_, i) => [cell(`a${i}`), cell(`b${i}`)]);
    const typeset = set([table([[cell('品名'), cell('数量')], ...rows], 1)]);
    expect(typeset.pages.length).toBeGreaterThan(3);
    for (let page = 0; page < typeset.pages.length; page++)
      expect(words(typeset, page)).toMatch(/^品名数量a\d+/);
    const all = typeset.pages.map((_, page) => words(typeset, page).slice(4)).join('');
    expect(all).toBe(rows.map((_, i) => `a${i}b${i}`).join(''));
  });

  it('divide a row that is higher than a page, and lose none of its lines', () => {
    const long = Array.from({ length: 60 }, (_, i) => `行${i}。`).join('\n');
    const typeset = set([
      table(
        [
          [cell('品名'), cell('说明')],
          [cell('左'), cell(long)],
          [cell('末'), cell('尾')],
        ],
        1,
      ),
    ]);
    const all = typeset.pages.map((_, page) => words(typeset, page).replace(/^品名说明/, '')).join('');
    expect(all.replace('左', '')).toBe(`${long.replaceAll('\n', '')}末尾`);
    for (const { items } of typeset.pages)
      for (const item of items) if (item.kind === 'text') expect(item.y).toBeLessThan(SMALL.height - 10);
  });

  it('span columns and rows, with borders where cells end', () => {
    const typeset = set([
      table([[cell('合计', { rows: 2 }), cell('一')], [cell('二')], [cell('全宽', { columns: 2 })]]),
    ]);
    const at = (value: string) =>
      typeset.pages[0]!.items.find(
        (item): item is DisplayText => item.kind === 'text' && item.text === value,
      )!;
    expect(at('二').x).toBeCloseTo(at('一').x, 5);
    expect(at('合计').y).toBeGreaterThan(at('一').y);
    expect(at('合计').y).toBeLessThan(at('二').y);
    expect(at('全宽').x).toBeCloseTo(at('合计').x, 5);
    expect(() => set([table([[cell('1'), cell('2'), cell('3')]])])).toThrow(RangeError);
  });

  it('divide a band of spanned rows that is higher than a page', () => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      i === 0 ? [cell('跨', { rows: 30 }), cell('r0')] : [cell(`r${i}`)],
    );
    const typeset = set([table(rows)]);
    const all = typeset.pages.map((_, page) => words(typeset, page)).join('');
    for (let i = 0; i < 30; i++) expect(all).toContain(`r${i}`);
    for (const { items } of typeset.pages)
      for (const item of items) if (item.kind === 'text') expect(item.y).toBeLessThan(SMALL.height - 10);
  });
});

describe('boxes', () => {
  it('report the position of a field, one box per line, and a blank keeps its width', () => {
    const field: Inline = {
      kind: 'field',
      id: 'name',
      value: '上海浦江精密仪器设备制造股份有限公司',
      ems: 4,
    };
    const typeset = set([
      paragraph([text('乙方：'), field]),
      paragraph([text('电话：'), { kind: 'field', id: 'tel', value: '', ems: 6 }]),
    ]);
    const named = typeset.boxes.filter((box) => box.id === 'name');
    expect(named).toHaveLength(2);
    expect(named[1]!.x).toBeCloseTo(10, 5);
    const blank = typeset.boxes.find((box) => box.id === 'tel')!;
    expect(blank.width).toBeCloseTo(6 * 12 * (25.4 / 72), 4);
  });

  it('report one position of a field that begins a clause or an item, not one of its number too', () => {
    const field: Inline = { kind: 'field', id: 'name', value: '甲公司', ems: 3 };
    for (const block of [
      { kind: 'clause', level: 0, inlines: [field] },
      { kind: 'item', level: 0, label: '•', inlines: [field] },
    ] satisfies Block[])
      expect(set([block]).boxes.map(({ id, width }) => [id, Math.round(width)])).toEqual([['name', 13]]);
  });

  it('move with the text: a longer name pushes the seal to the right, and to the next line', () => {
    const seal: Inline = { kind: 'place', id: 'seal', width: 40, height: 40 };
    const at = (name: string) => set([paragraph([text(name), seal], { firstIndent: 0 })]).boxes[0]!;
    expect(at('甲方').x).toBeCloseTo(10 + 2 * 12 * (25.4 / 72), 3);
    expect(at('甲方').y).toBeCloseTo(10, 5);
    expect(at('甲'.repeat(20)).y).toBeCloseTo(10 + LINE, 5);
  });

  it('keep a reserved place free of text', () => {
    const place: Inline = { kind: 'place', id: 'sign', width: 30, height: 20, reserve: true };
    const typeset = set([
      paragraph([text('签字：'), place, text('日期')], { firstIndent: 0 }),
      paragraph('下文'),
    ]);
    const [box] = typeset.boxes;
    const after = typeset.pages[0]!.items.find(
      (item): item is DisplayText => item.kind === 'text' && item.text === '日期',
    )!;
    const below = typeset.pages[0]!.items.find(
      (item): item is DisplayText => item.kind === 'text' && item.text === '下文',
    )!;
    expect(after.x).toBeGreaterThanOrEqual(box!.x + box!.width - 0.01);
    expect(below.y).toBeGreaterThan(box!.y + box!.height);
  });
});

describe('pictures', () => {
  it('are scaled down proportionally if they are wider than the text', () => {
    const data = writePng({ width: 2, height: 2, pixels: new Uint8ClampedArray(16).fill(255) }, 300);
    const typeset = set([{ kind: 'picture', data, width: 160, height: 40, alt: '图', align: 'centre' }]);
    expect(typeset.pages[0]!.items).toMatchObject([{ kind: 'picture', x: 10, width: 80, height: 20 }]);
    expect(typeset.elements.at(-1)).toMatchObject({ role: 'Figure', alt: '图' });
  });
});
