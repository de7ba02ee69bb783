/** ProseMirror commands for tool bar, keys and panels: without `dispatch` they only return whether they apply. */
import { chainCommands, wrapIn } from '@tiptap/pm/commands';
import type { Attrs, MarkType, Node, NodeType } from '@tiptap/pm/model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';
import { addRowAfter, goToNextCell, isInTable, selectedRect, TableMap } from '@tiptap/pm/tables';
import { newKey } from '../../../parts/room/new-key.ts';

const TEXT_BLOCKS = ['paragraph', 'heading', 'clause', 'item'];
/** Attributes that a block keeps when its type changes. */
const CARRIED = ['align', 'size', 'leading', 'indent', 'firstIndent'];

const type = (state: EditorState, name: string): NodeType => state.schema.nodes[name]!;

/** Text blocks that the selection touches, outermost first. */
export function chosenBlocks(state: EditorState): { node: Node; pos: number }[] {
  const found: { node: Node; pos: number }[] = [];
  const add = (node: Node, pos: number) => {
    if (TEXT_BLOCKS.includes(node.type.name)) found.push({ node, pos });
    return !node.isTextblock;
  };
  const { ranges, from } = state.selection;
  for (const { $from, $to } of ranges) state.doc.nodesBetween($from.pos, $to.pos, add);
  if (found.length === 0) state.doc.nodesBetween(from, from, add);
  return found;
}

/** Turns the selected blocks into paragraphs, headings, clauses or items. */
export function setBlock(name: string, attrs: Attrs = {}): Command {
  return (state, dispatch) => {
    const blocks = chosenBlocks(state).filter(
      ({ node, pos }) => fits(state, name, pos) || node.type.name === name,
    );
    if (blocks.length === 0) return false;
    if (dispatch) {
      const tr = state.tr;
      for (const { node, pos } of blocks) {
        const carried = Object.fromEntries(
          CARRIED.filter((key) => key in (type(state, name).spec.attrs ?? {})).map((key) => [
            key,
            node.attrs[key] ?? null,
          ]),
        );
        const own = name === 'clause' ? { id: node.type.name === 'clause' ? node.attrs.id : newKey() } : {};
        tr.setNodeMarkup(pos, type(state, name), { ...carried, ...own, ...attrs });
      }
      dispatch(tr.scrollIntoView());
    }
    return true;
  };
}

/** Whether a block of this type is allowed at the position: table cells accept only paragraphs and items. */
function fits(state: EditorState, name: string, pos: number): boolean {
  const $pos = state.doc.resolve(pos);
  return $pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, type(state, name));
}

/** Sets attributes on the selected blocks that support them. */
export function setAttributes(
  change: Record<string, unknown> | ((node: Node) => Record<string, unknown>),
): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    for (const { node, pos } of chosenBlocks(state)) {
      const values = typeof change === 'function' ? change(node) : change;
      for (const [name, value] of Object.entries(values))
        if (name in node.attrs && node.attrs[name] !== value) tr.setNodeAttribute(pos, name, value);
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

const DEEPEST = 3;
const MOST_INDENT = 30;
const INDENT_STEP = 2;

/** Indents or outdents: changes the level of clauses and items, the indent of paragraphs and headings. */
export const shiftLevel = (by: 1 | -1): Command =>
  setAttributes(({ attrs, type: { name } }) =>
    name === 'clause' || name === 'item'
      ? { level: Math.min(DEEPEST, Math.max(0, attrs.level + by)) }
      : { indent: Math.min(MOST_INDENT, Math.max(0, (attrs.indent ?? 0) + by * INDENT_STEP)) || null },
  );

/** Tab changes only levels of clauses and items, so that elsewhere it moves the focus out of the text. */
const shiftByTab =
  (by: 1 | -1): Command =>
  (state, dispatch) =>
    chosenBlocks(state).some(({ node }) => node.type.name === 'clause' || node.type.name === 'item') &&
    (shiftLevel(by)(state, dispatch) || true);

/** Moves to the next cell; adds a row after the last one. */
const nextCell: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (dispatch) {
    let after: EditorState | undefined;
    addRowAfter(state, (tr) => {
      after = state.apply(tr);
      goToNextCell(1)(after, (next) => {
        const moved = Selection.near(tr.doc.resolve(Math.min(next.selection.from, tr.doc.content.size)));
        dispatch(tr.setSelection(moved).scrollIntoView());
      });
    });
  }
  return true;
};

export const onTab = chainCommands(nextCell, shiftByTab(1));
export const onShiftTab = chainCommands(
  (state, dispatch) => isInTable(state) && (goToNextCell(-1)(state, dispatch) || true),
  shiftByTab(-1),
);

/** Enter in an empty clause or item: outdents it, or turns it into a paragraph at the outermost level. */
export const leaveEmpty: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || parent.content.size > 0 || !['clause', 'item'].includes(parent.type.name)) return false;
  return parent.attrs.level > 0 ? shiftLevel(-1)(state, dispatch) : setBlock('paragraph')(state, dispatch);
};

/** Backspace at the beginning of a clause, item or heading turns it into a paragraph first. */
export const backToParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !['clause', 'item', 'heading'].includes($from.parent.type.name))
    return false;
  return leaveLevel(state, dispatch);
};
const leaveLevel: Command = (state, dispatch) =>
  state.selection.$from.parent.attrs.level > 0 && state.selection.$from.parent.type.name !== 'heading'
    ? shiftLevel(-1)(state, dispatch)
    : setBlock('paragraph')(state, dispatch);

/** Enter at the end of a heading starts a paragraph; elsewhere it splits the block into two of the same type. */
export const splitBlock: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if (!$from.parent.isTextblock || !$from.sameParent($to)) return false;
  if (dispatch) {
    const ends = $to.parentOffset === $to.parent.content.size;
    const heading = $from.parent.type.name === 'heading' && ends;
    const tr = state.tr.deleteSelection();
    tr.split(tr.selection.from, 1, heading ? [{ type: type(state, 'paragraph') }] : undefined);
    const marks = state.storedMarks ?? ($to.parentOffset > 0 ? $from.marks() : undefined);
    if (marks) tr.ensureMarks(marks);
    dispatch(tr.scrollIntoView());
  }
  return true;
};

/**
 * The range that a chip replaces: the selection if it is within one block; otherwise the chip goes after the selection,
 * since adding a field must not delete several blocks. Undefined if no text is allowed there.
 */
export function placeOfChip({ selection }: EditorState): { from: number; to: number } | undefined {
  const { $from, $to } = selection;
  if ($from.sameParent($to) && $from.parent.inlineContent) return { from: $from.pos, to: $to.pos };
  // a selected picture or table, and a caret between blocks
  if (selection.empty || selection instanceof NodeSelection) return undefined;
  const end = $to.parent.inlineContent ? $to : Selection.findFrom($to, -1, true)?.$to;
  return end && { from: end.pos, to: end.pos };
}

/** Inserts an inline chip at the caret (`placeOfChip`) and moves the caret after it. */
export function insertChip(name: 'field' | 'seal' | 'reference', attrs: Attrs): Command {
  return (state, dispatch) => {
    const place = placeOfChip(state);
    if (!place) return false;
    if (dispatch) {
      const tr = state.tr.setSelection(TextSelection.create(state.doc, place.from, place.to));
      dispatch(tr.replaceSelectionWith(type(state, name).create(attrs), name === 'field').scrollIntoView());
    }
    return true;
  };
}

/** Moves the selected chip by a character, also into the adjacent block. */
export function moveChip(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof NodeSelection) || !selection.node.isInline) return false;
    const tr = state.tr.delete(selection.from, selection.to);
    const $at = tr.doc.resolve(selection.from);
    const step = by > 0 ? $at.nodeAfter : $at.nodeBefore;
    // a surrogate pair is one character
    const width = !step ? 0 : step.isText ? [...step.text!].at(by > 0 ? 0 : -1)!.length : step.nodeSize;
    const to = step
      ? $at.pos + by * width
      : Selection.findFrom(tr.doc.resolve(by > 0 ? $at.after() : $at.before()), by, true)?.head;
    if (to === undefined) return false;
    if (dispatch) {
      tr.insert(to, selection.node);
      dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
    }
    return true;
  };
}

/** Inserts a block after the one with the caret; replaces it if it is empty. */
export function insertBlock(make: (state: EditorState) => Node): Command {
  return (state, dispatch) => {
    const { $to } = state.selection;
    const node = make(state);
    for (let depth = $to.depth; depth >= 0; depth -= 1) {
      const parent = $to.node(depth);
      const index = $to.indexAfter(depth);
      if (depth < $to.depth && !parent.canReplaceWith(index, index, node.type)) continue;
      if (depth === $to.depth) continue;
      if (dispatch) {
        const empty = $to.node(depth + 1).isTextblock && $to.node(depth + 1).content.size === 0;
        const at = $to.after(depth + 1);
        const tr = state.tr;
        if (empty && parent.canReplaceWith($to.index(depth), index, node.type))
          tr.replaceWith($to.before(depth + 1), at, node);
        else tr.insert(at, node);
        const pos = empty ? $to.before(depth + 1) : at;
        // a paragraph after it to continue typing
        const $after = tr.doc.resolve(pos + node.nodeSize);
        if (node.isAtom && !$after.nodeAfter) tr.insert($after.pos, type(state, 'paragraph').create());
        const caret = Selection.findFrom(tr.doc.resolve(node.isAtom ? pos + node.nodeSize : pos + 1), 1);
        if (caret) tr.setSelection(caret);
        dispatch(tr.scrollIntoView());
      }
      return true;
    }
    return false;
  };
}

export const insertPageBreak = insertBlock((state) => type(state, 'pageBreak').create());

export const insertTable = (rows: number, columns: number): Command =>
  insertBlock((state) => {
    const cellsOf = (name: string) =>
      Array.from({ length: columns }, () => type(state, name).createAndFill()!);
    const rowOf = (at: number) =>
      type(state, 'tableRow').create(null, cellsOf(at === 0 ? 'tableHeader' : 'tableCell'));
    return type(state, 'table').create(
      { headerRows: rows > 1 ? 1 : 0 },
      Array.from({ length: rows }, (_, at) => rowOf(at)),
    );
  });

/** The table around the caret. */
export function tableAround(state: EditorState): { node: Node; pos: number; columns: number } | undefined {
  if (!isInTable(state)) return undefined;
  const { table, tableStart, map } = selectedRect(state);
  return { node: table, pos: tableStart - 1, columns: map.width };
}

export interface TableSetting {
  widths: number[];
  headerRows: number;
  border: boolean;
}

/** Sets widths, border and the header rows repeated on each page, which consist of header cells. */
export function setTable({ widths, headerRows, border }: TableSetting): Command {
  return (state, dispatch) => {
    const around = tableAround(state);
    if (!around) return false;
    const { node, pos } = around;
    const tr = state.tr.setNodeMarkup(pos, null, { ...node.attrs, widths, headerRows, border });
    const map = TableMap.get(node);
    const done = new Set<number>();
    for (let at = 0; at < map.map.length; at += 1) {
      const cell = map.map[at]!;
      if (done.has(cell)) continue;
      done.add(cell);
      const name = Math.floor(at / map.width) < headerRows ? 'tableHeader' : 'tableCell';
      const found = node.nodeAt(cell)!;
      if (found.type.name !== name) tr.setNodeMarkup(pos + 1 + cell, type(state, name), found.attrs);
    }
    dispatch?.(tr);
    return true;
  };
}

/** Repeats the selected rows for each entry of the row list `key`; null for rows that occur once. */
export function repeatRows(key: string | null): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { table, tableStart, top, bottom } = selectedRect(state);
    const tr = state.tr;
    table.forEach((row, offset, at) => {
      if (at >= top && at < bottom && row.attrs.repeat !== key)
        tr.setNodeAttribute(tableStart + offset, 'repeat', key);
    });
    dispatch?.(tr);
    return true;
  };
}

/** Toggles whether the selected blocks are kept on one page. */
export const toggleGroup: Command = (state, dispatch) =>
  isInside(state, 'group')
    ? liftOut('group')(state, dispatch)
    : wrapIn(type(state, 'group'))(state, dispatch);

/** Turns the selected blocks into an optional section. */
export const wrapOptional =
  (option: string): Command =>
  (state, dispatch) =>
    wrapIn(type(state, 'optional'), { option })(state, dispatch);

export const isInside = (state: EditorState, name: string): boolean => depthOf(state, name) !== undefined;

function depthOf(state: EditorState, name: string): number | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return depth;
  return undefined;
}

/** Removes the wrapper around the caret and keeps its content. */
export const liftOut =
  (name: string): Command =>
  (state, dispatch) => {
    const depth = depthOf(state, name);
    if (depth === undefined) return false;
    const { $from } = state.selection;
    return unwrap($from.before(depth))(state, dispatch);
  };

/** Replaces the node at `pos` by its content. */
export const unwrap =
  (pos: number): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    if (!node) return false;
    dispatch?.(state.tr.replaceWith(pos, pos + node.nodeSize, node.content));
    return true;
  };

/** Removes all character formatting. */
export const clearLook: Command = (state, dispatch) => {
  const { ranges, empty, $from } = state.selection;
  const tr = state.tr;
  const marks = ['bold', 'underline', 'strike', 'textStyle'].map((name) => state.schema.marks[name]!);
  for (const { $from: from, $to: to } of empty
    ? [{ $from: state.doc.resolve($from.start()), $to: state.doc.resolve($from.end()) }]
    : ranges)
    for (const mark of marks) tr.removeMark(from.pos, to.pos, mark);
  for (const { node, pos } of chosenBlocks(state))
    for (const name of CARRIED) if (node.attrs[name] != null) tr.setNodeAttribute(pos, name, null);
  if (!tr.docChanged) return false;
  dispatch?.(tr);
  return true;
};

/** Sets size (pt) or colour of the selected text; of the whole block if nothing is selected. */
export function setTextStyle(change: { size?: number | null; colour?: string | null }): Command {
  return (state, dispatch) => {
    const { empty, ranges, $from } = state.selection;
    if (empty && change.size !== undefined && change.colour === undefined)
      return setAttributes({ size: change.size })(state, dispatch);
    const mark: MarkType = state.schema.marks.textStyle!;
    const tr = state.tr;
    if (empty) {
      const now = mark.isInSet(state.storedMarks ?? $from.marks())?.attrs;
      tr.addStoredMark(mark.create({ ...now, ...change }));
    }
    for (const { $from: from, $to: to } of ranges)
      state.doc.nodesBetween(from.pos, to.pos, (node, pos) => {
        if (!node.isText && node.type.name !== 'field') return;
        const [start, end] = [Math.max(pos, from.pos), Math.min(pos + node.nodeSize, to.pos)];
        const attrs = { ...mark.isInSet(node.marks)?.attrs, ...change };
        tr.removeMark(start, end, mark);
        if (Object.values(attrs).some((value) => value != null)) tr.addMark(start, end, mark.create(attrs));
      });
    dispatch?.(tr);
    return true;
  };
}

/** Selects the node at a position and scrolls it into view. */
export const choose =
  (pos: number): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    const selection =
      node && NodeSelection.isSelectable(node) && node.isInline
        ? NodeSelection.create(state.doc, pos)
        : TextSelection.near(state.doc.resolve(Math.min(pos + 1, state.doc.content.size)));
    dispatch?.(state.tr.setSelection(selection).scrollIntoView());
    return true;
  };
