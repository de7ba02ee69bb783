import { Fragment } from '@tiptap/pm/model';
import { type Command, type EditorState, Selection } from '@tiptap/pm/state';
import { type BodyBlock, webBody } from '#core/template/body.ts';

/** The selected text as blocks: partial blocks at both ends are cut, tables are taken as a whole. */
export function chosenText(state: EditorState): BodyBlock[] {
  const { $from, $to, empty } = state.selection;
  const range = $from.blockRange($to);
  if (empty || !range) return [];
  let { depth } = range;
  while (depth > 0 && ['table', 'tableRow'].includes($from.node(depth).type.name)) depth -= 1;
  let content: Fragment;
  if (depth < range.depth) {
    content = Fragment.from($from.node(depth).child($from.index(depth)));
  } else {
    content = state.doc.slice($from.pos, $to.pos, true).content;
    for (let at = 0; at < depth; at += 1) content = content.firstChild!.content;
  }
  return webBody.shape.content.safeParse(content.toJSON()).data ?? [];
}

/**
 * Inserts blocks after the one with the caret, replacing it if it is empty; after the table if a cell cannot hold them.
 * Moves the caret to the end of the inserted blocks.
 */
export function insertBlocks(blocks: readonly BodyBlock[]): Command {
  return (state, dispatch) => {
    const content = Fragment.fromArray(blocks.map((block) => state.schema.nodeFromJSON(block)));
    const { $to } = state.selection;
    for (let depth = Math.max(0, $to.depth - 1); depth >= 0; depth -= 1) {
      const parent = $to.node(depth);
      const index = $to.indexAfter(depth);
      if (!parent.canReplace(index, index, content)) continue;
      if (dispatch) {
        const inner = $to.depth > depth ? $to.node(depth + 1) : undefined;
        const isEmpty = inner?.isTextblock === true && inner.content.size === 0;
        const to = inner ? $to.after(depth + 1) : $to.pos;
        const from = isEmpty ? $to.before(depth + 1) : to;
        const tr = state.tr.replaceWith(from, to, content);
        const end = Selection.findFrom(tr.doc.resolve(from + content.size), -1, true);
        if (end) tr.setSelection(end);
        dispatch(tr.scrollIntoView());
      }
      return true;
    }
    return false;
  };
}
