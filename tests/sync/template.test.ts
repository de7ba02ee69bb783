import type { Node } from '@tiptap/pm/model';
import {
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
  yXmlFragmentToProsemirrorJSON,
} from '@tiptap/y-tiptap';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Doc } from 'yjs';
import { readWebContent } from '#app/features/template/editor/read-content.ts';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import { readParts } from '#app/features/template/room/use-template-room.ts';
import { checkContent } from '#core/template/check-content.ts';
import { BODY_FRAGMENT, putRow } from '#core/template/room.ts';
import { claimsFor, enter, type Member, type SyncUnderTest, startSync } from './rooms.ts';

let sync: SyncUnderTest;
const members: Member[] = [];
beforeAll(async () => {
  sync = await startSync();
});
afterEach(() => {
  for (const { leave } of members.splice(0)) leave();
});
afterAll(() => sync.stop());

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const { nodes } = schema;
const SEAL = 'seal0000000000000000';
const SIGNER = 'signer00000000000000';
const [FIELD_A, FIELD_B] = ['fielda00000000000000', 'fieldb00000000000000'];

const fragmentOf = (doc: Doc) => doc.getXmlFragment(BODY_FRAGMENT);
const textOf = (doc: Doc): Node => yXmlFragmentToProseMirrorRootNode(fragmentOf(doc), schema);
const jsonOf = (doc: Doc) => yXmlFragmentToProsemirrorJSON(fragmentOf(doc));

/** Changes the text as the editor does: what differs is written. */
function edit(doc: Doc, change: (text: Node) => Node): void {
  const changed = change(textOf(doc));
  changed.check();
  doc.transact(() =>
    updateYFragment(doc, fragmentOf(doc), changed, { mapping: new Map(), isOMark: new Map() }),
  );
}
const paragraph = (...content: Node[]) => nodes.paragraph!.create(null, content);
const body = (...content: Node[]) => nodes.doc!.create(null, content);
const block = (text: Node, at: number, change: (block: Node) => Node) =>
  text.copy(text.content.replaceChild(at, change(text.child(at))));

/** Two people in a room, who saw `text` and then lost their connection. */
async function apart(room: string, text: Node, prepare: (doc: Doc) => void = () => undefined) {
  const [a, b] = await Promise.all(
    ['a', 'b'].map(async (sub) => {
      const member = await enter(sync, claimsFor(room, { sub }));
      members.push(member);
      return member;
    }),
  );
  await until(() => expect(a!.provider.synced && b!.provider.synced).toBe(true));
  edit(a!.doc, () => text);
  prepare(a!.doc);
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

it('a seal that both moved apart stands at both places, and keeps the template from being enabled', async () => {
  const chip = nodes.seal!.create({ anchor: SEAL });
  const { a, b, together } = await apart(
    'template:seal',
    body(paragraph(schema.text('一'), chip), paragraph(schema.text('二')), paragraph(schema.text('三'))),
    (doc) => {
      putRow(doc, 'signers', SIGNER, { name: '甲方', type: 'ENTERPRISE', order: 1, position: 1 });
      putRow(doc, 'anchors', SEAL, {
        signer: SIGNER,
        kind: 'ENT_SEAL',
        at: { by: 'MARK' },
        width: 42,
        height: 42,
        offsetX: 0,
        offsetY: 0,
        position: 1,
      });
    },
  );
  const moveTo = (doc: Doc, at: number) =>
    edit(doc, (text) =>
      block(
        block(text, 0, () => paragraph(schema.text('一'))),
        at,
        (old) => old.copy(old.content.addToEnd(chip)),
      ),
    );
  moveTo(a, 1);
  moveTo(b, 2);
  const text = await together();
  let places = 0;
  text.descendants(({ type }) => {
    if (type.name === 'seal') places += 1;
  });
  expect(places).toBe(2);
  const { problems } = checkContent(readWebContent(text.toJSON(), readParts(a)), { scene: 'ENT' });
  expect(problems).toContainEqual({ on: 'anchors', key: SEAL, problem: 'markRepeated' });
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

it('a row that one adds and a paragraph that the other types are both there, and both see the same', async () => {
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
