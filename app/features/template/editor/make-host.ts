import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { MarkHost, Marks } from '../parts/host.ts';
import { choose, insertChip, placeOfChip, repeatRows, unwrap, wrapOptional } from './commands.ts';
import { placesOf } from './marks-in.ts';

/** The text of the editor as the panel of parts sees it. */
export function makeHost(editor: Editor, marks: Marks): MarkHost {
  const run = (command: Command) => command(editor.state, editor.view.dispatch, editor.view);
  return {
    marks,
    insert(kind, key) {
      if (kind === 'field') run(insertChip('field', { field: key }));
      else if (kind === 'seal') run(insertChip('seal', { anchor: key }));
      else if (kind === 'option') run(wrapOptional(key));
      else run(repeatRows(key));
    },
    canInsert: (kind) => {
      if (kind === 'rows') return isInTable(editor.state);
      if (kind === 'option') return wrapOptional('')(editor.state);
      return placeOfChip(editor.state) !== undefined;
    },
    goTo(kind, key) {
      const places = placesOf(editor.state.doc, kind, key);
      // again: to the next one
      const next = places.find((pos) => pos > editor.state.selection.from) ?? places[0];
      if (next === undefined) return;
      run(choose(next));
      editor.view.focus();
    },
    remove(kind, key) {
      for (const pos of placesOf(editor.state.doc, kind, key).toReversed()) {
        if (kind === 'option') run(unwrap(pos));
        else {
          const { tr } = editor.state;
          editor.view.dispatch(
            kind === 'rows' ? tr.setNodeAttribute(pos, 'repeat', null) : tr.delete(pos, pos + 1),
          );
        }
      }
    },
  };
}
