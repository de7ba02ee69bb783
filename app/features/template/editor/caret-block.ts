import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const MARK = 'data-at-caret';

/** The blocks of the document in which the selection begins and ends. */
function blocksOfSelection(view: EditorView): HTMLElement[] {
  const { $from, $to } = view.state.selection;
  return [$from, $to]
    .flatMap((at) => (at.depth > 0 ? [view.nodeDOM(at.before(1))] : []))
    .filter((node) => node instanceof HTMLElement);
}

/** The same of the browser's own selection, which ProseMirror learns of later. */
function blocksOfBrowser({ dom }: EditorView): HTMLElement[] {
  const { anchorNode, focusNode } = document.getSelection() ?? {};
  return [...dom.children].filter(
    (block): block is HTMLElement =>
      block instanceof HTMLElement &&
      (block.contains(anchorNode ?? null) || block.contains(focusNode ?? null)),
  );
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
 * typed there came before the first. After a jump, as by Control+Home, it even puts it into the first block that is laid
 * out: where a letter comes before ProseMirror has read the jump, the block is marked before the letter is put in. A
 * decoration would cost each key a look at all blocks; this costs one when the caret comes to another block.
 */
export const CaretBlock = Extension.create({
  name: 'caretBlock',
  addProseMirrorPlugins() {
    let marked: readonly HTMLElement[] = [];
    const isMarked = (block: HTMLElement) => block.hasAttribute(MARK);
    const mark = (view: EditorView, blocks: readonly HTMLElement[]) => {
      const left = marked.filter((block) => !blocks.includes(block) && isMarked(block));
      marked = blocks;
      if (left.length === 0 && blocks.every(isMarked)) return;
      unobserved(view, () => {
        for (const block of left) block.removeAttribute(MARK);
        for (const block of blocks) block.setAttribute(MARK, '');
      });
    };
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            beforeinput: (view) => {
              const { anchorNode } = document.getSelection() ?? {};
              if (!marked.some((block) => block.contains(anchorNode ?? null))) {
                mark(view, blocksOfBrowser(view));
                // Laid out now: the letter comes next.
                for (const block of marked) block.getBoundingClientRect();
              }
              return false;
            },
          },
        },
        view: (shown) => {
          mark(shown, blocksOfSelection(shown));
          return { update: (view) => mark(view, blocksOfSelection(view)) };
        },
      }),
    ];
  },
});
