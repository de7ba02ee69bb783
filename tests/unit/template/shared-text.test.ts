import { Fragment, type Node } from '@tiptap/pm/model';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import {
  readText,
  removeTwins,
  sharedText,
  writeText,
} from '#app/features/template/editor/shared/shared-text.ts';
import { BODY_FRAGMENT } from '#core/template/room.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

const { nodes } = schema;
const [FIELD_A, FIELD_B] = ['fielda00000000000000', 'fieldb00000000000000'];
const paragraph = (...content: Node[]) => nodes.paragraph!.create(null, content);
const heading = (...content: Node[]) => nodes.heading!.create({ level: 2 }, content);
const field = (key = FIELD_A) => nodes.field!.create({ field: key });
const body = (...content: Node[]) => nodes.doc!.create(null, content);
const text = (words: string) => schema.text(words);

/** One person's copy of the draft, changed as the editor does. */
function copyOf(update?: Uint8Array) {
  const doc = new Y.Doc();
  if (update) Y.applyUpdate(doc, update);
  const fragment = doc.getXmlFragment(BODY_FRAGMENT);
  const shared = sharedText(schema);
  const read = () => {
    shared.known.clear();
    return readText(fragment, shared);
  };
  return {
    doc,
    fragment,
    read,
    edit: (change: (text: Node) => Node) => {
      const changed = change(read());
      changed.check();
      writeText(fragment, changed, shared);
    },
  };
}
type Copy = ReturnType<typeof copyOf>;

/** Two people who saw `start`, changed it apart, and whose copies were merged. */
function apart(start: Node, first: (text: Node) => Node, second: (text: Node) => Node): Node {
  const a = copyOf();
  a.edit(() => start);
  const b = copyOf(Y.encodeStateAsUpdate(a.doc));
  a.edit(first);
  b.edit(second);
  const updates = [a, b].map(({ doc }) => Y.encodeStateAsUpdate(doc)) as [Uint8Array, Uint8Array];
  Y.applyUpdate(a.doc, updates[1]);
  Y.applyUpdate(b.doc, updates[0]);
  // each mends by themselves before they hear of the other's mending
  for (const { fragment } of [a, b]) removeTwins(fragment);
  const mended = [a, b].map(({ doc }) => Y.encodeStateAsUpdate(doc)) as [Uint8Array, Uint8Array];
  Y.applyUpdate(a.doc, mended[1]);
  Y.applyUpdate(b.doc, mended[0]);
  expect(b.read().toJSON()).toEqual(a.read().toJSON());
  a.read().check();
  return a.read();
}

/** Moves the chip of the first paragraph to another place in it, as the editor moves it: the same node. */
const moveTo =
  (at: number) =>
  (doc: Node): Node => {
    const block = doc.child(0);
    let chip: Node | undefined;
    let from = 0;
    block.forEach((inline, offset) => {
      if (!inline.isText) [chip, from] = [inline, offset];
    });
    const without = block.content.cut(0, from).append(block.content.cut(from + 1));
    const moved = without.cut(0, at).addToEnd(chip!).append(without.cut(at));
    return doc.copy(doc.content.replaceChild(0, block.copy(moved)));
  };
const shown = (block: Node): string =>
  block.children.map((inline) => (inline.isText ? inline.text : '□')).join('');

it('a chip moved by two people within a paragraph at once is there once; no word doubles', () => {
  const start = body(paragraph(text('甲方与'), field(), text('于当日签订𠮷合同')));
  const words = '甲方与于当日签订𠮷合同';
  // the rare character is two units of text, between which nothing goes
  const places = Array.from({ length: words.length + 1 }, (_, at) => at).filter((at) => at !== 9);
  for (const one of places)
    for (const other of places) {
      const block = apart(start, moveTo(one), moveTo(other)).child(0);
      expect(block.textContent).toBe(words);
      expect(shown(block).split('□')).toHaveLength(2);
    }
});

it('a chip that one person moves takes no letter of another who types beside it', () => {
  const start = body(paragraph(text('甲方'), field(), text('乙方签订')));
  const typed = (doc: Node) =>
    body(paragraph(text('甲方（卖方）'), doc.child(0).child(1), text('乙方现签订')));
  const block = apart(start, moveTo(5), typed).child(0);
  expect(block.textContent).toBe('甲方（卖方）乙方现签订');
  expect(shown(block).split('□')).toHaveLength(2);
});

it('two chips put into one paragraph at once are both there, with the words once', () => {
  const start = body(paragraph(text('甲方与乙方签订')));
  const block = apart(
    start,
    () => body(paragraph(text('甲方'), field(FIELD_A), text('与乙方签订'))),
    () => body(paragraph(text('甲方与乙方'), field(FIELD_B), text('签订'))),
  ).child(0);
  expect(shown(block)).toBe('甲方□与乙方□签订');
});

it('a chip that is moved to two other paragraphs at once is in one of them', () => {
  const start = body(paragraph(text('一'), field()), paragraph(text('二')), paragraph(text('三')));
  const moveInto = (at: number) => (doc: Node) =>
    body(
      ...doc.children.map((block, n) => {
        if (n === 0) return paragraph(text('一'));
        return n === at ? block.copy(block.content.addToEnd(doc.child(0).child(1))) : block;
      }),
    );
  const merged = apart(start, moveInto(1), moveInto(2));
  expect(merged.textContent).toBe('一二三');
  expect(merged.children.map(shown).join('').split('□')).toHaveLength(2);
});

it('a copied chip is another one, and stays when the copies are merged', () => {
  const start = body(paragraph(text('甲'), field()), paragraph(text('乙')));
  // the editor copies by dragging with a key: the node itself stands at both places
  const copied = (doc: Node) =>
    body(doc.child(0), paragraph(text('乙'), doc.child(0).child(1), doc.child(0).child(1)));
  const merged = apart(start, copied, (doc) => body(...doc.children, paragraph(text('丙'))));
  expect(merged.children.map(shown)).toEqual(['甲□', '乙□□', '丙']);
});

it('typing in a paragraph stays while another makes it a heading; two who do so get one', () => {
  const start = body(paragraph(text('合同标的')), paragraph(text('尾')));
  const merged = apart(
    start,
    (doc) => body(heading(text('合同标的')), doc.child(1)),
    (doc) => body(paragraph(text('合同标的与价款')), doc.child(1)),
  );
  expect(merged.children.map(({ type, textContent }) => `${type.name} ${textContent}`)).toEqual([
    'heading 合同标的与价款',
    'paragraph 尾',
  ]);
  const twice = apart(
    start,
    (doc) => body(heading(text('合同标的')), doc.child(1)),
    (doc) => body(heading(text('合同标的')), doc.child(1)),
  );
  expect(twice.textContent).toBe('合同标的尾');
});

it('formatting of words and of chips is kept, and comments may overlap', () => {
  const marks = schema.marks;
  const start = body(paragraph(text('甲方应当付款')));
  const bold = marks.bold!.create();
  const [one, other] = ['thread1', 'thread2'].map((thread) => marks.comment!.create({ thread }));
  const merged = apart(
    start,
    () => body(paragraph(schema.text('甲方', [bold, one!]), schema.text('应当', [one!]), text('付款'))),
    () => body(paragraph(text('甲方'), schema.text('应当付款', [other!]), field().mark([bold]))),
  );
  const looks = merged
    .child(0)
    .children.map((inline) => [
      inline.text ?? '□',
      inline.marks.map(({ type, attrs }) => attrs.thread ?? type.name),
    ]);
  expect(looks).toEqual([
    ['甲方', ['bold', 'thread1']],
    ['应当', ['thread1', 'thread2']],
    ['付款', ['thread2']],
    ['□', ['bold']],
  ]);
});

it('a draft of the older shape, with chips as elements, is read and goes on', () => {
  const copy = copyOf();
  const block = new Y.XmlElement('paragraph');
  const chip = new Y.XmlElement('field');
  chip.setAttribute('field', FIELD_A);
  block.insert(0, [new Y.XmlText('甲方'), chip, new Y.XmlText('签订')]);
  copy.fragment.insert(0, [block]);
  expect(shown(copy.read().child(0))).toBe('甲方□签订');
  copy.edit((doc) => body(paragraph(text('甲方'), doc.child(0).child(1), text('已签订'))));
  expect(shown(copy.read().child(0))).toBe('甲方□已签订');
  expect((copy.fragment.get(0) as Y.XmlElement).length).toBe(1);
});

it('whatever is made of a text is what is read again', () => {
  const random = randomFrom(14);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const letters = [...'甲乙丙丁𠮷，。ab '];
  const words = () => text(Array.from({ length: 1 + below(6) }, () => pick(letters)).join(''));
  const inline = () => (below(3) === 0 ? field(pick([FIELD_A, FIELD_B])) : words());
  const blockOf = () => {
    const content = Array.from({ length: below(5) }, inline);
    return below(3) === 0 ? heading(...content) : paragraph(...content);
  };
  const copy: Copy = copyOf();
  let blocks = [blockOf()];
  for (let n = 0; n < 300; n += 1) {
    const at = below(blocks.length + 1);
    const before = copy.fragment.length === 0 ? blocks : copy.read().children.slice();
    blocks = before.toSpliced(at, below(3), ...Array.from({ length: below(3) }, blockOf));
    const changed = blocks[below(blocks.length)];
    if (changed)
      blocks = blocks.with(
        blocks.indexOf(changed),
        changed.copy(Fragment.from(changed.children.slice(below(2))).append(Fragment.from(inline()))),
      );
    if (blocks.length === 0) blocks = [paragraph()];
    const wanted = body(...blocks);
    copy.edit(() => wanted);
    expect(copy.read().toJSON()).toEqual(wanted.toJSON());
  }
});
