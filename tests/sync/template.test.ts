import type { Node } from '@tiptap/pm/model';
import { expect, it } from 'vitest';
import type { Doc } from 'yjs';
import { readWebContent } from '#app/features/template/editor/read-content.ts';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import {
  readText,
  removeTwins,
  sharedText,
  writeText,
} from '#app/features/template/editor/shared/shared-text.ts';
import { BODY_FRAGMENT } from '#core/template/room.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, enter, roomsOfTests } from './rooms.ts';

const rooms = roomsOfTests();
const { members } = rooms;

const { nodes } = schema;
const SEAL = 'seal0000000000000000';
const [FIELD_A, FIELD_B] = ['fielda00000000000000', 'fieldb00000000000000'];

const fragmentOf = (doc: Doc) => doc.getXmlFragment(BODY_FRAGMENT);
const sharedIn = new WeakMap<Doc, ReturnType<typeof sharedText>>();
function sharedOf(doc: Doc) {
  const shared = sharedIn.get(doc) ?? sharedText(schema);
  sharedIn.set(doc, shared);
  return shared;
}
function textOf(doc: Doc): Node {
  sharedOf(doc).known.clear();
  return readText(fragmentOf(doc), sharedOf(doc));
}
const jsonOf = (doc: Doc) => textOf(doc).toJSON();

/** Changes the text as the editor does: what differs is written. */
function edit(doc: Doc, change: (text: Node) => Node): void {
  const changed = change(textOf(doc));
  changed.check();
  writeText(fragmentOf(doc), changed, sharedOf(doc));
}
const paragraph = (...content: Node[]) => nodes.paragraph!.create(null, content);
const body = (...content: Node[]) => nodes.doc!.create(null, content);
const block = (text: Node, at: number, change: (block: Node) => Node) =>
  text.copy(text.content.replaceChild(at, change(text.child(at))));

/** Two people in a room, who saw `text` and then lost their connection. */
async function apart(room: string, text: Node) {
  const [a, b] = await Promise.all(
    ['a', 'b'].map(async (sub) => {
      const member = await enter(rooms.sync, claimsFor(room, { sub }));
      members.push(member);
      return member;
    }),
  );
  await until(() => expect(a!.provider.synced && b!.provider.synced).toBe(true));
  edit(a!.doc, () => text);
  await until(() => expect(jsonOf(b!.doc)).toEqual(jsonOf(a!.doc)));
  for (const { provider } of [a!, b!]) provider.disconnect();
  const together = async () => {
    for (const { provider } of [a!, b!]) provider.connect();
    await until(() => {
      expect(a!.provider.synced && b!.provider.synced).toBe(true);
      expect(jsonOf(b!.doc)).toEqual(jsonOf(a!.doc));
    });
    return textOf(a!.doc);
  };
  return { a: a!.doc, b: b!.doc, together };
}

it('two fields that are put at one place at once both stay', async () => {
  const { a, b, together } = await apart('template:fields', body(paragraph(schema.text('甲方：'))));
  const put = (doc: Doc, field: string) =>
    edit(doc, (text) =>
      block(text, 0, (old) => old.copy(old.content.addToEnd(nodes.field!.create({ field })))),
    );
  put(a, FIELD_A);
  put(b, FIELD_B);
  const text = await together();
  const chips = text.child(0).content.content.filter(({ type }) => type.name === 'field');
  expect(chips.map(({ attrs }) => attrs.field).sort()).toEqual([FIELD_A, FIELD_B]);
});

it('how a paragraph is set, changed apart in two ways, is both', async () => {
  const { a, b, together } = await apart('template:looks', body(paragraph(schema.text('标的'))));
  const set = (doc: Doc, attrs: object) =>
    edit(doc, (text) => block(text, 0, (old) => old.type.create({ ...old.attrs, ...attrs }, old.content)));
  set(a, { align: 'centre' });
  set(b, { size: 16 });
  expect((await together()).child(0).attrs).toMatchObject({ align: 'centre', size: 16 });
});

it('a seal that both moved apart stands at one of the places, the same for both', async () => {
  const seal = nodes.seal!.create({ anchor: SEAL });
  const { a, b, together } = await apart(
    'template:seal',
    body(paragraph(schema.text('一'), seal), paragraph(schema.text('二')), paragraph(schema.text('三'))),
  );
  const moveTo = (doc: Doc, at: number) =>
    edit(doc, (text) => {
      const moved = text.child(0).child(1);
      const taken = block(text, 0, () => paragraph(schema.text('一')));
      return block(taken, at, (old) => old.copy(old.content.addToEnd(moved)));
    });
  moveTo(a, 1);
  moveTo(b, 2);
  await together();
  for (const doc of [a, b]) removeTwins(fragmentOf(doc));
  await until(() => expect(jsonOf(b)).toEqual(jsonOf(a)));
  let places = 0;
  textOf(a).descendants(({ type }) => {
    if (type.name === 'seal') places += 1;
  });
  expect(places).toBe(1);
});

it('words around a chip that both moved apart in one paragraph stand there once', async () => {
  const start = body(
    paragraph(schema.text('甲方与'), nodes.field!.create({ field: FIELD_A }), schema.text('签订合同')),
  );
  const { a, b, together } = await apart('template:chip', start);
  const moveTo = (doc: Doc, before: string, after: string) =>
    edit(doc, (text) => body(paragraph(schema.text(before), text.child(0).child(1), schema.text(after))));
  moveTo(a, '甲方', '与签订合同');
  moveTo(b, '甲方与签订', '合同');
  expect((await together()).textContent).toBe('甲方与签订合同');
});

it('two clauses that came to have one id are two when the template is published', async () => {
  const clause = (words: string) =>
    nodes.clause!.create({ id: 'clause00000000000000', level: 0 }, schema.text(words));
  const content = readWebContent(body(clause('一'), clause('二')).toJSON(), {
    fields: [],
    rows: [],
    options: [],
    signers: [],
    anchors: [],
    page: {},
  }) as { body: { content: { attrs: { id: string } }[] } };
  const [first, second] = content.body.content.map(({ attrs }) => attrs.id);
  expect(first).toBe('clause00000000000000');
  expect(second).toMatch(/^[0-9a-z]{20}$/);
  expect(second).not.toBe(first);
});

it('one’s added row and the other’s typed paragraph are both there, the same for both', async () => {
  const cell = () => nodes.tableCell!.createAndFill()!;
  const row = () => nodes.tableRow!.create(null, [cell(), cell()]);
  const table = nodes.table!.create(null, [row(), row()]);
  const { a, b, together } = await apart('template:table', body(table, paragraph(schema.text('尾'))));
  edit(a, (text) => block(text, 0, (old) => old.copy(old.content.addToEnd(row()))));
  edit(b, (text) => block(text, 1, () => paragraph(schema.text('尾声'))));
  const text = await together();
  expect(text.child(0).childCount).toBe(3);
  expect(text.child(1).textContent).toBe('尾声');
  expect(() => text.check()).not.toThrow();
});
