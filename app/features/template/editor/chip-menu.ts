import { Plugin } from '@tiptap/pm/state';

/** An @ at the beginning of a word opens the chip menu; if it is closed without a choice, the @ is inserted as text. */
export const chipMenu = ({ onChipMenu }: { onChipMenu: () => void }): Plugin =>
  new Plugin({
    props: {
      handleTextInput: (view, from, _to, text) => {
        if (text !== '@') return false;
        const before = view.state.doc
          .resolve(from)
          .parent.textBetween(
            Math.max(0, view.state.doc.resolve(from).parentOffset - 1),
            view.state.doc.resolve(from).parentOffset,
            undefined,
            ' ',
          );
        // in an email address it is part of the word
        if (/[0-9A-Za-z._-]/.test(before)) return false;
        onChipMenu();
        return true;
      },
    },
  });
