import type { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { chosenText, insertBlocks } from '#app/features/template/editor/chosen-text.ts';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import type { BodyBlock } from '#core/template/body.ts';
import { clauseText, excerptsOf, isCompleteClause } from '#core/template/clause.ts';
import { contentField } from '#core/template/field.ts';
import { placeClause, placedFields } from '#core/template/place-clause.ts';
import { takeClause } from '#core/template/take-clause.ts';
import { chip, key, line, makeField, says } from './contents.ts';

const clause = (id: string, level: number, ...content: BodyBlock['content' & keyof BodyBlock][]) => ({
  type: 'clause' as const,
  attrs: { id: key(id), level, align: null, size: null, leading: null, indent: null, firstIndent: null },
  content: content as never,
});
const refers = (id: string) => ({ type: 'reference' as const, attrs: { clause: key(id) } });
const fields = ['buyer', 'price', 'unused'].map((name) =>
  contentField.parse(makeField(name, name === 'buyer' ? { partId: 'partbuyer0' } : {})),
);

describe('a clause that is taken from a template', () => {
  const blocks: BodyBlock[] = [
    clause('a', 0, says('付款') as never),
    clause(
      'b',
      1,
      chip('buyer') as never,
      says('按第') as never,
      refers('a') as never,
      says('条和第') as never,
      refers('z') as never,
    ),
    { type: 'pageBreak' },
    {
      type: 'optional',
      attrs: { option: key('o') },
      content: [line(says('可选'), { type: 'seal', attrs: { anchor: key('s') } })],
    },
    { type: 'picture', attrs: { file: 'a'.repeat(64), width: 10, height: 10, alt: '', align: null } },
    {
      type: 'table',
      attrs: { widths: [], headerRows: 0, border: true },
      content: [
        {
          type: 'tableRow',
          attrs: { repeat: key('r') },
          content: [
            {
              type: 'tableCell',
              content: [
                {
                  type: 'picture',
                  attrs: { file: 'a'.repeat(64), width: 10, height: 10, alt: '', align: null },
                },
              ],
            },
            { type: 'tableCell', content: [line(chip('price'), chip('gone'))] },
          ],
        },
      ],
    },
  ];
  const { content, left } = takeClause(blocks, fields, (id) => (id === key('z') ? '7.1' : '?'));

  it('has its text and the fields of its chips, and nothing specific to that template', () => {
    expect(left).toEqual({ seals: 1, pictures: 2, references: 1, options: 1, rows: 1 });
    expect(content!.fields.map(({ name }) => name)).toEqual(['buyer', 'price']);
    expect(content!.fields[0]).not.toHaveProperty('filledBy');
    expect(isCompleteClause(content!)).toBe(true);
    expect(clauseText(content!)).toBe('付款\n【buyer】按第条和第7.1\n可选\n【price】');
  });

  it('is refused by the library with anything that it cannot have', () => {
    const whole = content!;
    const withBlock = (block: unknown) => ({ ...whole, body: [...whole.body, block] }) as typeof whole;
    expect(isCompleteClause({ ...whole, fields: [] })).toBe(false);
    expect(isCompleteClause({ ...whole, fields: [...whole.fields, whole.fields[0]!] })).toBe(false);
    expect(isCompleteClause(withBlock(whole.body[0]))).toBe(false);
    expect(isCompleteClause(withBlock(line(refers('z'))))).toBe(false);
    expect(isCompleteClause(withBlock(line({ type: 'seal', attrs: { anchor: key('s') } })))).toBe(false);
    expect(isCompleteClause(withBlock(line(says('长'.repeat(100_000)))))).toBe(false);
    expect(isCompleteClause({ body: [line()], fields: [] })).toBe(false);
  });

  it('goes into another template with numbers, references and fields of its own there', () => {
    let n = 0;
    const newKey = () => key(`new${n++}x`);
    const there = [{ key: key('theirs'), name: 'price' }];
    const placed = placedFields(content!.fields, there, [{ id: 'partbuyer0', name: '买方' }], newKey);
    expect(placed.map(({ kind, key: own, partId }) => [kind, own, partId])).toEqual([
      ['ADDED', key('new0x'), 'partbuyer0'],
      ['THERE', key('theirs'), undefined],
    ]);
    const body = placeClause(content!, placed, newKey);
    const [first, second] = body as { attrs: { id: string }; content: { attrs?: object }[] }[];
    expect(first!.attrs.id).not.toBe(key('a'));
    expect(second!.content[0]!.attrs).toEqual({ field: key('new0x') });
    expect(second!.content[2]!.attrs).toEqual({ clause: first!.attrs.id });
    // twice in one template: no two clauses share an id
    const again = placeClause(content!, placed, newKey) as typeof body;
    expect(JSON.stringify(again)).not.toContain(first!.attrs.id);
  });

  it('names in its words a field the enterprise no longer has, and brings a template’s own', () => {
    const placed = placedFields(content!.fields, [], [], () => key('fresh'));
    expect(placed.map(({ kind }) => kind)).toEqual(['UNKNOWN', 'ADDED']);
    const written = JSON.stringify(placeClause(content!, placed, () => key('c')));
    expect(written).toContain('【buyer】');
    expect(written).toContain(key('fresh'));
  });
});

it('shows excerpts around the first difference of a changed text', () => {
  expect(excerptsOf('甲方付款', '甲方收款')).toEqual({ before: '甲方付款', after: '甲方收款' });
  const { before, after } = excerptsOf(`${'前'.repeat(50)}甲${'后'.repeat(500)}`, `${'前'.repeat(50)}乙`);
  expect(after).toBe(`…${'前'.repeat(20)}乙`);
  expect(before).toBe(`…${'前'.repeat(20)}甲${'后'.repeat(99)}…`);
});

const { nodes } = schema;
const paragraph = (words: string) => nodes.paragraph!.create(null, words === '' ? null : schema.text(words));
const body = (...content: Node[]) => nodes.doc!.create(null, content);
const chosen = (doc: Node, from: number, to = from) =>
  EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });

describe('chosen text', () => {
  it('is cut at the selection’s ends, in sections and cells too; a table is taken whole', () => {
    const words = (blocks: BodyBlock[]) =>
      JSON.stringify(blocks.map((block) => ('content' in block ? block.content : block)));
    const doc = body(paragraph('一二三'), paragraph('四五六'));
    expect(words(chosenText(chosen(doc, 2, 8)))).toMatch(/二三.*四五/);
    expect(words(chosenText(chosen(doc, 2, 8)))).not.toMatch(/一|六/);
    expect(chosenText(chosen(doc, 2))).toEqual([]);
    const group = body(nodes.group!.create(null, [paragraph('组内'), paragraph('第二')]));
    expect(chosenText(chosen(group, 2, 4)).map(({ type }) => type)).toEqual(['paragraph']);
    const cell = (text: string) => nodes.tableCell!.create(null, paragraph(text));
    const table = body(nodes.table!.create(null, nodes.tableRow!.create(null, [cell('甲'), cell('乙')])));
    expect(chosenText(chosen(table, 4, 5)).map(({ type }) => type)).toEqual(['paragraph']);
    expect(chosenText(chosen(table, 4, 9)).map(({ type }) => type)).toEqual(['table']);
  });

  it('goes behind the caret’s block, for an empty one, and out of a table that cannot hold it', () => {
    const put = (doc: Node, at: number) => {
      let after: EditorState | undefined;
      const state = chosen(doc, at);
      const done = insertBlocks([clause('a', 0, says('条款') as never)])(state, (tr) => {
        after = state.apply(tr);
      });
      expect(done).toBe(true);
      after!.doc.check();
      return { doc: after!.doc, around: after!.selection.$from.parent.textContent };
    };
    const typesOf = (doc: Node) => doc.content.content.map(({ type }) => type.name);
    expect(typesOf(put(body(paragraph('一'), paragraph('二')), 1).doc)).toEqual([
      'paragraph',
      'clause',
      'paragraph',
    ]);
    expect(typesOf(put(body(paragraph(''), paragraph('二')), 1).doc)).toEqual(['clause', 'paragraph']);
    const cell = nodes.tableCell!.create(null, paragraph('甲'));
    const table = body(nodes.table!.create(null, nodes.tableRow!.create(null, [cell])), paragraph('后'));
    const { doc, around } = put(table, 4);
    expect(typesOf(doc)).toEqual(['table', 'clause', 'paragraph']);
    expect(around).toBe('条款');
  });
});
