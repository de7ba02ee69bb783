/**
 * Clause numbers, list markers and reference texts as decorations: the document contains none of them. Copied clauses
 * get a new id.
 */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { ContentPage } from '#core/template/content.ts';
import { itemLabels } from '#core/template/fill/item-labels.ts';
import { CHINESE_NUMBERING, DECIMAL_NUMBERING, numberClauses } from '#core/typeset/numbering.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { isFromElsewhere } from './origin.ts';

type Numbering = ContentPage['numbering'];

/** A clause as it stands in the text. */
export interface ClauseView {
  id: string;
  pos: number;
  /** The number as shown before the clause, and as shown by references. */
  label: string;
  reference: string;
  text: string;
}

interface Structure {
  numbering: Numbering;
  clauses: readonly { id: string; level: number; pos: number; node: Node }[];
  labels: readonly string[];
  referenceTo: (clause: string) => string;
  /** The input of the decorations: while it is unchanged, they are only mapped. */
  signature: string;
  decorations: DecorationSet;
}

const key = new PluginKey<Structure>('structure');

/** The clauses of the text with their numbers, in their order. */
export function clauseViews(state: EditorState): ClauseView[] {
  const structure = key.getState(state);
  if (!structure) return [];
  return structure.clauses.map(({ id, pos, node }, at) => ({
    id,
    pos,
    label: structure.labels[at] ?? '',
    reference: structure.referenceTo(id),
    text: node.textContent,
  }));
}

/** Changes the numbering of clauses. */
export const setNumbering = (tr: Transaction, numbering: Numbering): Transaction =>
  tr.setMeta(key, { numbering }).setMeta('addToHistory', false);

/** The offsets of the references in a textblock, cached for unchanged blocks. */
const referencesIn = new WeakMap<Node, readonly { at: number; clause: string }[]>();
function referencesOf(block: Node): readonly { at: number; clause: string }[] {
  const known = referencesIn.get(block);
  if (known) return known;
  const found: { at: number; clause: string }[] = [];
  block.forEach((inline, at) => {
    if (inline.type.name === 'reference') found.push({ at, clause: String(inline.attrs.clause) });
  });
  referencesIn.set(block, found);
  return found;
}

interface StructureParts {
  clauses: { id: string; level: number; pos: number; node: Node }[];
  /** Items that follow each other. */
  lists: { level: number; ordered: boolean; pos: number; size: number }[][];
  references: { pos: number; clause: string }[];
}

function findAll(doc: Node): StructureParts {
  const found: StructureParts = { clauses: [], lists: [], references: [] };
  const walk = (parent: Node, start: number) => {
    let list: StructureParts['lists'][number] | undefined;
    parent.forEach((node, offset) => {
      const pos = start + offset;
      const { name } = node.type;
      if (name === 'item') {
        if (!list) {
          list = [];
          found.lists.push(list);
        }
        list.push({ level: node.attrs.level, ordered: node.attrs.ordered, pos, size: node.nodeSize });
      } else list = undefined;
      if (name === 'clause') found.clauses.push({ id: node.attrs.id, level: node.attrs.level, pos, node });
      if (node.isTextblock) {
        for (const { at, clause } of referencesOf(node)) found.references.push({ pos: pos + 1 + at, clause });
      } else if (!node.isLeaf) walk(node, pos + 1);
    });
  };
  walk(doc, 0);
  return found;
}

function structureOf(doc: Node, numbering: Numbering, before?: Structure, tr?: Transaction): Structure {
  const found = findAll(doc);
  const { labels, referenceTo } = numberClauses({
    blocks: found.clauses.map(({ id, level }) => ({ kind: 'clause', id, level, inlines: [] })),
    numbering: numbering === 'CHINESE' ? CHINESE_NUMBERING : DECIMAL_NUMBERING,
  });
  const marks = found.lists.map((list) => {
    const { next } = itemLabels();
    return list.map(({ level, ordered }) => next(level, ordered));
  });
  const shown = found.references.map(({ clause }) => referenceTo(clause));
  const signature = [
    labels.join('\n'),
    marks.map((list) => list.join(' ')).join('\n'),
    shown.join('\n'),
  ].join('\f');
  const rest = { numbering, clauses: found.clauses, labels, referenceTo, signature };
  if (before && tr && before.signature === signature) {
    const moved = before.decorations.map(tr.mapping, doc);
    // a split or joined block loses its decoration
    if (moved.find().length === before.decorations.find().length) return { ...rest, decorations: moved };
  }
  const decorations = [
    ...found.clauses.map(({ pos, node }, at) =>
      Decoration.node(pos, pos + node.nodeSize, { 'data-label': labels[at] ?? '' }),
    ),
    ...found.lists.flatMap((list, at) =>
      list.map(({ pos, size }, n) => Decoration.node(pos, pos + size, { 'data-label': marks[at]![n]! })),
    ),
    ...found.references.map(({ pos }, at) => Decoration.node(pos, pos + 1, { 'data-label': shown[at]! })),
  ];
  return { ...rest, decorations: DecorationSet.create(doc, decorations) };
}

/** Assigns new ids to clauses with a duplicate id, as after splitting or pasting; never for remote changes. */
function withOwnIds(state: EditorState): Transaction | null {
  const seen = new Set<string>();
  const tr = state.tr;
  for (const { id, pos } of key.getState(state)?.clauses ?? []) {
    if (id !== '' && !seen.has(id)) seen.add(id);
    else tr.setNodeAttribute(pos, 'id', newKey());
  }
  return tr.docChanged ? tr : null;
}

export const structurePlugin = (numbering: Numbering): Plugin<Structure> =>
  new Plugin<Structure>({
    key,
    state: {
      init: (_, { doc }) => structureOf(doc, numbering),
      apply: (tr, before) => {
        const meta = tr.getMeta(key) as { numbering: Numbering } | undefined;
        if (!tr.docChanged && !meta) return before;
        return structureOf(tr.doc, meta?.numbering ?? before.numbering, before, meta ? undefined : tr);
      },
    },
    appendTransaction: (transactions, _, state) =>
      transactions.some((tr) => tr.docChanged) && !transactions.some(isFromElsewhere)
        ? withOwnIds(state)
        : null,
    props: { decorations: (state) => key.getState(state)?.decorations },
  });

export const Structured = Extension.create({
  name: 'structured',
  addProseMirrorPlugins: () => [structurePlugin('DECIMAL')],
});
