import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Time, ms, within which a browser reports the caret that it set on focus. */
const SETTLE_MS = 30;

/** Sets the browser's selection from the editor's state. */
function showSelection(view: EditorView): void {
  const { anchor, head } = view.state.selection;
  const from = view.domAtPos(anchor);
  const to = view.domAtPos(head);
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

/**
 * Keeps the caret on programmatic focus, as by closing dialogs and menus: browsers then put it at the beginning, and
 * the next insertion would land there. A pointer sets its own caret.
 */
export function keepCaret(): Plugin {
  let byPointer = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        pointerdown: () => {
          byPointer = true;
          return false;
        },
        blur: () => {
          byPointer = false;
          return false;
        },
        focus: (view) => {
          if (byPointer) return false;
          const bookmark = view.state.selection.getBookmark();
          showSelection(view);
          setTimeout(() => {
            if (view.isDestroyed || byPointer || !view.hasFocus()) return;
            const { doc, selection, tr } = view.state;
            const wanted = bookmark.resolve(doc);
            if (selection.from === 0 || (selection.head !== wanted.head && selection.head <= 1))
              view.dispatch(tr.setSelection(wanted));
          }, SETTLE_MS);
          return false;
        },
      },
    },
  });
}
