/**
 * Page breaks of the file as computed by the typesetter: a line in the text at exactly the block, row or character that
 * is the first of its page.
 */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A page's first place in the text, as a position of the document, and its number from 2. */
export interface PageAt {
  pos: number;
  page: number;
}

const key = new PluginKey<DecorationSet>('pageBreaks');

export const showPages = (tr: Transaction, pages: readonly PageAt[]): Transaction =>
  tr.setMeta(key, pages).setMeta('addToHistory', false);

export const pageDecorations = (state: EditorState): DecorationSet =>
  key.getState(state) ?? DecorationSet.empty;

function lineOf(doc: Node, { pos, page }: PageAt): Decoration {
  const $pos = doc.resolve(Math.min(pos, doc.content.size));
  return Decoration.widget(
    $pos.pos,
    () => {
      const row = $pos.parent.type.name === 'table';
      const dom = document.createElement(row ? 'tr' : 'span');
      dom.dataset.pageStart = String(page);
      dom.setAttribute('aria-hidden', 'true');
      dom.contentEditable = 'false';
      if (row) dom.appendChild(document.createElement('td')).colSpan = 40;
      return dom;
    },
    { side: -1, key: `page-${page}-${$pos.parent.type.name}`, ignoreSelection: true, marks: [] },
  );
}

export const PageBreaks = Extension.create({
  name: 'pageBreaks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, before) => {
          const pages = tr.getMeta(key) as readonly PageAt[] | undefined;
          if (pages)
            return DecorationSet.create(
              tr.doc,
              pages.map((page) => lineOf(tr.doc, page)),
            );
          // until the next typesetting result, the lines move with the text
          return tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
        },
      },
      props: { decorations: pageDecorations },
    }),
  ],
});
