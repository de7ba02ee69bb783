import { Extension } from '@tiptap/core';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const MARK = 'data-at-caret';

/** Where the blocks of the document stand in which the selection begins and ends. */
function blocksOfSelection({ selection: { $from, $to } }: EditorState): number[] {
  return [$from, $to].flatMap((at) => (at.depth > 0 ? [at.before(1)] : []));
}

/**
 * Changes attributes that the document does not know. ProseMirror would draw the blocks anew, and has no public way to
 * let it look away.
 */
function unobserved(view: EditorView, change: () => void): void {
  const { domObserver } = view as unknown as { domObserver: { stop: () => void; start: () => void } };
  domObserver.stop();
  change();
  domObserver.start();
}

/**
 * Marks the block of the caret, which is laid out even where it has not been seen yet (editor.module.css). Chromium puts
 * the caret to the beginning of a block that it skips, such as a paragraph that Enter has just made: the second letter
 * typed there came before the first. A decoration would cost each key a look at all blocks; this costs one when the caret
 * comes to another block.
 */
export const CaretBlock = Extension.create({
  name: 'caretBlock',
  addProseMirrorPlugins: () => [
    new Plugin({
      view: (shown) => {
        let marked: readonly HTMLElement[] = [];
        const mark = (view: EditorView) => {
          const blocks = blocksOfSelection(view.state)
            .map((pos) => view.nodeDOM(pos))
            .filter((node) => node instanceof HTMLElement);
          const isMarked = (block: HTMLElement) => block.hasAttribute(MARK);
          const left = marked.filter((block) => !blocks.includes(block) && isMarked(block));
          marked = blocks;
          if (left.length === 0 && blocks.every(isMarked)) return;
          unobserved(view, () => {
            for (const block of left) block.removeAttribute(MARK);
            for (const block of blocks) block.setAttribute(MARK, '');
          });
        };
        mark(shown);
        return { update: mark };
      },
    }),
  ],
});
