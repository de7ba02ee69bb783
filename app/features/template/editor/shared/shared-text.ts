/**
 * A web template's text in the shared document. A block is an element; the text and the chips of a paragraph are one
 * shared text, in which a chip is one embedded character. (y-tiptap makes a chip an element between two texts, so that
 * whoever moves it rewrites the words around it, and two who do so at once double them.) Drafts in that older shape are
 * read, and a paragraph of theirs takes the new shape when it is changed.
 */
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { newKey } from '../../../../parts/room/new-key.ts';
import { alignBlocks } from './align-blocks.ts';
import { type Chip, type Inline, inlineDifference, type MarkSet } from './inline-difference.ts';

/** What a client knows of the shared text. */
export interface SharedText {
  schema: Schema;
  /** The nodes as they were last read or written. */
  known: Map<unknown, Node | Node[]>;
  /** Who each chip is. */
  chips: WeakMap<Node, string>;
  /** Names a chip that was not there before. */
  newId: () => string;
}

/** The attribute with a block's type, if that is no longer the one that it was made with. */
const TYPE = 'as';

export const sharedText = (
  schema: Schema,
  { known = new Map(), newId = newKey }: Partial<Pick<SharedText, 'known' | 'newId'>> = {},
): SharedText => ({ schema, known, chips: new WeakMap(), newId });

/**
 * The document; blocks that are no longer allowed where they are, as by concurrent changes, are left out and added to
 * `broken`.
 */
export function readText(fragment: Y.XmlFragment, at: SharedText, broken: Y.XmlElement[] = []): Node {
  const { topNodeType } = at.schema;
  const blocks = readBlocks(fragment, at, broken);
  return blocks.length === 0 ? topNodeType.createAndFill()! : topNodeType.create(null, blocks);
}

function readBlocks(parent: Y.XmlFragment, at: SharedText, broken: Y.XmlElement[]): Node[] {
  const nodes: Node[] = [];
  for (const child of parent.toArray()) {
    if (!(child instanceof Y.XmlElement)) continue;
    const node = readBlock(child, at, broken);
    if (node) nodes.push(node);
    else broken.push(child);
  }
  return nodes;
}

function readBlock(element: Y.XmlElement, at: SharedText, broken: Y.XmlElement[]): Node | undefined {
  const before = knownBlock(element, at);
  if (before) return before;
  const attrs: Record<string, unknown> = element.getAttributes();
  const type = at.schema.nodes[String(attrs[TYPE] ?? element.nodeName)];
  if (!type) return undefined;
  try {
    const content = type.inlineContent ? readInlines(element, at) : readBlocks(element, at, broken);
    const node = type.createChecked(attrs, content);
    at.known.set(element, node);
    return node;
  } catch {
    return undefined;
  }
}

function knownBlock(element: Y.XmlElement, { known }: SharedText): Node | undefined {
  const node = known.get(element);
  return Array.isArray(node) ? undefined : node;
}

function readInlines(element: Y.XmlElement, at: SharedText): Fragment {
  const nodes: Node[] = [];
  const { schema } = at;
  const addChip = ({ node: name, attrs, id }: Chip, marks: Mark[]) => {
    const node = schema.nodes[name]!.createChecked(attrs, null, marks);
    at.chips.set(node, id);
    nodes.push(node);
  };
  for (const child of element.toArray()) {
    if (child instanceof Y.XmlText)
      for (const { insert, attributes } of deltaOf(child)) {
        const marks = marksOf(attributes, schema);
        if (typeof insert === 'string') nodes.push(schema.text(insert, marks));
        else addChip(insert, marks);
      }
    else if (child instanceof Y.XmlElement)
      addChip({ node: child.nodeName, attrs: child.getAttributes(), id: at.newId() }, []);
  }
  return Fragment.fromArray(nodes);
}

/** Marks that may lie over each other have a key after their name. */
const marksOf = (marks: MarkSet = {}, schema: Schema): Mark[] =>
  Object.entries(marks)
    // those of one type in an order that is everybody's
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, attrs]) => (attrs ? [schema.marks[name.split('--')[0]!]!.create(attrs)] : []));

const deltaOf = (text: Y.XmlText): Inline[] => text.toDelta();

const markSetOf = (marks: readonly Mark[]): MarkSet =>
  Object.fromEntries(
    marks.map(({ type, attrs }) => [
      type.excludes(type) ? type.name : `${type.name}--${Object.values(attrs).join()}`,
      attrs,
    ]),
  );

/** Writes what differs between the document and the shared text. */
export function writeText(fragment: Y.XmlFragment, doc: Node, at: SharedText): void {
  if (at.known.get(fragment) === doc) return;
  readBlocks(fragment, at, []);
  const write = () => writeBlocks(fragment, doc.children, { ...at, doc });
  if (fragment.doc) fragment.doc.transact(write);
  else write();
  at.known.set(fragment, doc);
}

interface Writing extends SharedText {
  doc: Node;
}

function writeBlocks(parent: Y.XmlFragment, wanted: readonly Node[], at: Writing): void {
  const have = parent.toArray().filter((child) => child instanceof Y.XmlElement);
  const isSame = (element: Y.XmlElement, node: Node) => {
    const known = knownBlock(element, at);
    if (known !== node && !known?.eq(node)) return false;
    at.known.set(element, node);
    return true;
  };
  const most = Math.min(have.length, wanted.length);
  let start = 0;
  while (start < most && isSame(have[start]!, wanted[start]!)) start += 1;
  let end = 0;
  while (end < most - start && isSame(have.at(-1 - end)!, wanted.at(-1 - end)!)) end += 1;
  const old = have.slice(start, have.length - end);
  const next = wanted.slice(start, wanted.length - end);
  const pairs = alignBlocks(
    old.map((element) => knownBlock(element, at)),
    next,
  );
  let index = start;
  let passed = 0;
  let fresh: Y.XmlElement[] = [];
  const remove = (to: number) => {
    for (const element of old.slice(passed, to)) forget(element, at);
    if (to > passed) parent.delete(index, to - passed);
  };
  const insert = () => {
    if (fresh.length > 0) parent.insert(index, fresh);
    index += fresh.length;
    fresh = [];
  };
  next.forEach((node, n) => {
    const pair = pairs[n];
    if (pair === undefined) {
      fresh.push(elementOf(node, at));
      return;
    }
    remove(pair);
    insert();
    updateBlock(old[pair]!, node, at);
    passed = pair + 1;
    index += 1;
  });
  remove(old.length);
  insert();
}

function forget(element: Y.XmlElement, at: SharedText): void {
  at.known.delete(element);
  for (const child of element.toArray()) if (child instanceof Y.XmlElement) forget(child, at);
}

function updateBlock(element: Y.XmlElement, node: Node, at: Writing): void {
  const before = knownBlock(element, at);
  if (before === node) return;
  const had: Record<string, unknown> = element.getAttributes();
  const has = attributesOf(node, element.nodeName);
  for (const name of Object.keys(had)) if (!(name in has)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(has))
    if (JSON.stringify(had[name]) !== JSON.stringify(value)) setAttribute(element, name, value);
  if (node.inlineContent) {
    if (!before?.content.eq(node.content)) writeInlines(element, node, at);
  } else if (!node.isLeaf) writeBlocks(element, node.children, at);
  at.known.set(element, node);
}

/** Values of attributes are JSON, which the types of Yjs do not say. */
const setAttribute = (element: Y.XmlElement, name: string, value: unknown): void =>
  element.setAttribute(name, value as string);

function attributesOf({ type, attrs }: Node, made: string): Record<string, unknown> {
  const set = Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null));
  return type.name === made ? set : { ...set, [TYPE]: type.name };
}

function elementOf(node: Node, at: Writing): Y.XmlElement {
  const element = new Y.XmlElement(node.type.name);
  for (const [name, value] of Object.entries(attributesOf(node, node.type.name)))
    setAttribute(element, name, value);
  if (node.inlineContent) {
    const text = new Y.XmlText();
    text.applyDelta(inlineDifference([], inlinesOf(node, at)), { sanitize: false });
    element.insert(0, [text]);
  } else if (!node.isLeaf)
    element.insert(
      0,
      node.children.map((child) => elementOf(child, at)),
    );
  at.known.set(element, node);
  return element;
}

function writeInlines(element: Y.XmlElement, node: Node, at: Writing): void {
  let text = element.toArray().find((child) => child instanceof Y.XmlText);
  if (!text) {
    text = new Y.XmlText();
    element.insert(0, [text]);
  }
  // of the older shape: all becomes one text
  for (let n = element.length - 1; n >= 0; n -= 1) if (element.get(n) !== text) element.delete(n, 1);
  const operations = inlineDifference(deltaOf(text), inlinesOf(node, at));
  if (operations.length > 0) text.applyDelta(operations, { sanitize: false });
}

function inlinesOf(node: Node, at: Writing): Inline[] {
  return node.children.map((inline) => ({
    insert: inline.isText
      ? inline.text!
      : { node: inline.type.name, attrs: inline.attrs, id: chipId(inline, at) },
    attributes: markSetOf(inline.marks),
  }));
}

/** A chip that was moved is the same; a copy is another. */
function chipId(node: Node, { chips, doc, newId }: Writing): string {
  const known = chips.get(node);
  if (known !== undefined && !isTwice(doc, node)) return known;
  const id = newId();
  if (known === undefined) chips.set(node, id);
  return id;
}

function isTwice(doc: Node, chip: Node): boolean {
  let count = 0;
  doc.descendants((node) => {
    if (node === chip) count += 1;
    return count < 2;
  });
  return count > 1;
}

/** Whether a change may have put chips into the text. */
export const mayHaveNewChips = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): boolean =>
  events.some((event) =>
    event.target instanceof Y.XmlText
      ? event.delta.some(({ insert }) => insert !== undefined && typeof insert !== 'string')
      : event.changes.added.size > 0,
  );

/**
 * Removes all but one of the chips that are one: two people who moved it at once each put it in somewhere. All clients
 * keep the same one, whoever merges first.
 */
export function removeTwins(fragment: Y.XmlFragment): void {
  const places = new Map<string, { text: Y.XmlText; index: number; item: Y.ID }[]>();
  const walk = (parent: Y.XmlFragment) => {
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlText) {
        let index = 0;
        for (let item = child._start; item; item = item.right) {
          if (item.deleted || !item.countable) continue;
          if (item.content instanceof Y.ContentEmbed) {
            const { id } = item.content.embed as Chip;
            places.set(id, [...(places.get(id) ?? []), { text: child, index, item: item.id }]);
          }
          index += item.length;
        }
      } else if (child instanceof Y.XmlElement) walk(child);
    }
  };
  walk(fragment);
  const twins = [...places.values()].flatMap((same) => same.toSorted(byTime).slice(1));
  // from the end, so that places before stay
  for (const { text, index } of twins.sort((a, b) => b.index - a.index)) text.delete(index, 1);
}

const byTime = ({ item: a }: { item: Y.ID }, { item: b }: { item: Y.ID }): number =>
  b.clock - a.clock || b.client - a.client;
