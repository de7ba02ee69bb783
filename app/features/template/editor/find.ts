/** Find and replace: all matches are highlighted, one of them is the current one. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface FindState {
  query: string;
  matches: readonly { from: number; to: number }[];
  /** Index of the current match; -1 without one. */
  at: number;
  decorations: DecorationSet;
}

const NOTHING: FindState = { query: '', matches: [], at: -1, decorations: DecorationSet.empty };
const key = new PluginKey<FindState>('find');

export const foundIn = (state: EditorState): Pick<FindState, 'query' | 'matches' | 'at'> =>
  key.getState(state) ?? NOTHING;

/** The matches, case-insensitive; never across a chip or the end of a block. */
export function findText(doc: Node, query: string): { from: number; to: number }[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return [];
  const matches: { from: number; to: number }[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    // a chip is one character that no query holds; a lower-case text is as long as the text, or it is not compared
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc');
    const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
      matches.push({ from: pos + 1 + at, to: pos + 1 + at + wanted.length });
    return false;
  });
  return matches;
}

function found(doc: Node, query: string, at: number): FindState {
  const matches = findText(doc, query);
  const current = matches.length === 0 ? -1 : ((at % matches.length) + matches.length) % matches.length;
  const decorations = DecorationSet.create(
    doc,
    matches.map(({ from, to }, n) =>
      Decoration.inline(from, to, { 'data-found': n === current ? 'current' : '' }),
    ),
  );
  return { query, matches, at: current, decorations };
}

type Meta = { query: string; from?: number } | { by: 1 | -1 };

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => NOTHING,
        apply: (tr, before) => {
          const meta = tr.getMeta(key) as Meta | undefined;
          if (meta && 'query' in meta) {
            const first = findText(tr.doc, meta.query).findIndex(({ from }) => from >= (meta.from ?? 0));
            return found(tr.doc, meta.query, Math.max(0, first));
          }
          if (meta) return found(tr.doc, before.query, before.at + meta.by);
          return tr.docChanged && before.query !== '' ? found(tr.doc, before.query, before.at) : before;
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});

/** Searches from the caret on; an empty query ends the search. */
export const lookFor =
  (query: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setMeta(key, { query, from: state.selection.from }));
    return true;
  };

/** Goes to the next or previous match and scrolls it into view. */
export const findNext =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { matches, at } = foundIn(state);
    if (matches.length === 0) return false;
    const next = matches[(at + by + matches.length) % matches.length]!;
    dispatch?.(
      state.tr
        .setMeta(key, { by })
        .setSelection(TextSelection.create(state.doc, next.from, next.to))
        .scrollIntoView(),
    );
    return true;
  };

/** Replaces the current match, keeping its formatting. */
export const replaceFound =
  (text: string): Command =>
  (state, dispatch) => {
    const { matches, at } = foundIn(state);
    const match = matches[at];
    if (!match) return false;
    dispatch?.(state.tr.insertText(text, match.from, match.to));
    return true;
  };

/** Replaces all matches in one undo step. */
export const replaceAll =
  (text: string): Command =>
  (state, dispatch) => {
    const { matches } = foundIn(state);
    if (matches.length === 0) return false;
    if (dispatch) {
      const tr = state.tr;
      for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to);
      dispatch(tr);
    }
    return true;
  };
