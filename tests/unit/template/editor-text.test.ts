import type { Node } from '@tiptap/pm/model';
import { AllSelection, EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import {
  insertChip,
  moveChip,
  setBlock,
  setTable,
  shiftLevel,
  splitBlock,
} from '#app/features/template/editor/commands.ts';
import { findText } from '#app/features/template/editor/find.ts';
import { marksIn, placesOf } from '#app/features/template/editor/marks-in.ts';
import { positionOf } from '#app/features/template/editor/page-position.ts';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import { clauseViews, setNumbering, structurePlugin } from '#app/features/template/editor/structure.ts';

const { nodes } = schema;
const text = (words: string) => schema.text(words);
const paragraph = (...content: Node[]) => nodes.paragraph!.create(null, content);
const clause = (id: string, level: number, words: string) =>
  nodes.clause!.create({ id: id.padEnd(20, '0'), level }, words === '' ? null : text(words));
const field = (key: string) => nodes.field!.create({ field: key });
const body = (...content: Node[]) => nodes.doc!.create(null, content);
const stateOf = (doc: Node, from = 1, to = from) =>
  EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });
const after = (state: EditorState, command: typeof splitBlock): EditorState => {
  let next = state;
  command(state, (tr) => {
    next = state.apply(tr);
  });
  return next;
};

/** With numbers and ids. */
const numbered = (doc: Node, at = 1) =>
  EditorState.create({
    doc,
    selection: TextSelection.create(doc, at),
    plugins: [structurePlugin('DECIMAL')],
  });
const labels = (state: EditorState) => clauseViews(state).map(({ label }) => label);

it('a field replaces words within one block, goes after larger selections; no text is lost', () => {
  const doc = body(paragraph(text('违约责任')), paragraph(text('百分之三十')));
  const insert = insertChip('field', { field: 'key' });
  const words = (state: EditorState) => {
    const next = after(state, insert);
    return next.doc.content.content.map((block) => block.textBetween(0, block.content.size, '', '□'));
  };
  expect(words(stateOf(doc, 3, 5))).toEqual(['违约□', '百分之三十']);
  expect(words(stateOf(doc, 3, 8))).toEqual(['违约责任', '百□分之三十']);
  expect(words(EditorState.create({ doc, selection: new AllSelection(doc) }))).toEqual([
    '违约责任',
    '百分之三十□',
  ]);
  const drawn = body(paragraph(text('图')), nodes.pageBreak!.create());
  expect(insert(EditorState.create({ doc: drawn, selection: NodeSelection.create(drawn, 3) }))).toBe(false);
});

it('clauses renumber when one goes in or out by a level, in the page set-up’s manner', () => {
  const doc = body(
    clause('a', 0, '标的'),
    clause('b', 1, '质量'),
    clause('c', 1, '数量'),
    clause('d', 0, '价款'),
  );
  const state = numbered(doc, 10);
  expect(labels(state)).toEqual(['1.', '1.1', '1.2', '2.']);
  const out = after(state, shiftLevel(-1));
  expect(labels(out)).toEqual(['1.', '1.1', '2.', '3.']);
  expect(labels(out.apply(setNumbering(out.tr, 'CHINESE')))).toEqual([
    '第一条',
    '（一）',
    '第二条',
    '第三条',
  ]);
});

it('a clause split or copied gets its own id; the first keeps the one that references name', () => {
  const [first, second] = clauseViews(after(numbered(body(clause('a', 0, '甲乙')), 2), splitBlock));
  expect(first!.id).toBe('a'.padEnd(20, '0'));
  expect(second!.id).toMatch(/^[0-9a-z]{20}$/);
  expect(second!.id).not.toBe(first!.id);
  expect([first!.text, second!.text]).toEqual(['甲', '乙']);
});

it('a heading ends with Enter; headings and clauses are not put into cells', () => {
  const heading = body(nodes.heading!.create({ level: 1 }, text('合同')));
  const next = after(stateOf(heading, 3), splitBlock);
  expect(next.doc.content.content.map(({ type }) => type.name)).toEqual(['heading', 'paragraph']);
  const cell = nodes.tableCell!.create(null, paragraph(text('格')));
  const table = body(nodes.table!.create(null, nodes.tableRow!.create(null, cell)));
  expect(setBlock('clause', { level: 0 })(stateOf(table, 5))).toBe(false);
  expect(setBlock('item', { ordered: true })(stateOf(table, 5))).toBe(true);
});

it('Alt and an arrow move a chip by a character, also of two halves, and into the next block', () => {
  const doc = body(paragraph(text('甲'), field('f'), text('𠮷')), paragraph(text('乙')));
  const chosen = EditorState.create({ doc, selection: NodeSelection.create(doc, 2) });
  const right = after(chosen, moveChip(1));
  expect(right.doc.child(0).content.content.map((node) => node.text ?? node.type.name)).toEqual([
    '甲𠮷',
    'field',
  ]);
  expect((right.selection as NodeSelection).node.type.name).toBe('field');
  const next = after(right, moveChip(1));
  expect(next.doc.child(1).content.content.map((node) => node.text ?? node.type.name)).toEqual([
    'field',
    '乙',
  ]);
  expect(next.doc.child(0).textContent).toBe('甲𠮷');
});

it('header rows of a table are its header cells, also those that reach over several columns', () => {
  const cell = (columns: number) => nodes.tableCell!.create({ colspan: columns }, paragraph());
  const row = (...cells: Node[]) => nodes.tableRow!.create(null, cells);
  const doc = body(nodes.table!.create(null, [row(cell(2)), row(cell(1), cell(1))]));
  const next = after(stateOf(doc, 4), setTable({ widths: [1, 3], headerRows: 1, border: false }));
  const table = next.doc.child(0);
  expect(table.attrs).toMatchObject({ widths: [1, 3], headerRows: 1, border: false });
  expect(table.content.content.map((one) => one.child(0).type.name)).toEqual(['tableHeader', 'tableCell']);
});

it('words are found in upper and lower case, and not across a chip', () => {
  const doc = body(
    paragraph(text('Signet 签章 '), field('f'), text('signet')),
    paragraph(text('签'), field('f'), text('章')),
  );
  expect(findText(doc, 'SIGNET')).toEqual([
    { from: 1, to: 7 },
    { from: 12, to: 18 },
  ]);
  expect(findText(doc, '签章')).toHaveLength(1);
  expect(findText(doc, '')).toEqual([]);
});

it('marks are counted wherever they stand, and found in the order of the text', () => {
  const cell = nodes.tableCell!.create(null, paragraph(field('f')));
  const doc = body(
    paragraph(field('f')),
    nodes.table!.create(null, nodes.tableRow!.create({ repeat: 'r' }, cell)),
    nodes.optional!.create({ option: 'o' }, paragraph(nodes.seal!.create({ anchor: 's' }))),
  );
  const marks = marksIn(doc);
  expect([...marks.field]).toEqual([['f', 2]]);
  expect([...marks.rows, ...marks.option, ...marks.seal]).toEqual([
    ['r', 1],
    ['o', 1],
    ['s', 1],
  ]);
  expect(placesOf(doc, 'field', 'f')).toHaveLength(2);
});

it('page breaks are the typesetter’s: by block, row and character, skipping deleted chips', () => {
  const row = () => nodes.tableRow!.create(null, nodes.tableCell!.create(null, paragraph(text('格'))));
  const doc = body(
    paragraph(text('𠮷甲乙'), field('gone'), field('known'), text('丙丁')),
    nodes.group!.create(null, [paragraph(text('一')), paragraph(text('二'))]),
    nodes.table!.create(null, [row(), row()]),
  );
  const content = { fields: [{ key: 'known' }], anchors: [] } as unknown as Parameters<typeof positionOf>[1];
  const at = (path: number[], rest: { id?: string; inline?: number; offset: number }) =>
    positionOf(doc, content, path, rest);
  expect(at([0], { inline: 0, offset: 0 })).toBe(0);
  // behind 𠮷甲: three code units after the paragraph's beginning
  expect(at([0], { inline: 0, offset: 2 })).toBe(4);
  expect(doc.resolve(at([0], { inline: 1, offset: 0 })!).nodeAfter?.attrs.field).toBe('known');
  expect(doc.resolve(at([0], { inline: 2, offset: 1 })!).nodeAfter?.text).toBe('丁');
  expect(doc.resolve(at([1], { id: '1.1', inline: 0, offset: 0 })!).nodeAfter?.textContent).toBe('二');
  expect(doc.resolve(at([2], { offset: 1 })!).parent.type.name).toBe('table');
  expect(doc.resolve(at([2], { offset: 1 })!).index()).toBe(1);
});
