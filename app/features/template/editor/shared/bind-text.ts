import { Collaboration } from '@tiptap/extension-collaboration';
import { type Node, Slice } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import {
  getRelativeSelection,
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { mayHaveNewChips, readText, removeTwins, sharedText, writeText } from './shared-text.ts';

/** Origin of repairs after concurrent changes; excluded from undo. */
const MENDING = 'mending';

/**
 * Collaboration that reads and writes the text as `shared-text.ts` lays it down, and that takes of a change from
 * elsewhere only what differs: y-tiptap makes all nodes of the document anew, for each key of a colleague.
 */
export const SharedText = Collaboration.extend({
  addProseMirrorPlugins() {
    const plugins = this.parent?.() ?? [];
    for (const { spec } of plugins) {
      if (spec.key !== ySyncPluginKey) continue;
      // the state of the plugin holds its one binding, which has no view yet
      const { binding } = (spec.state as unknown as { init: () => { binding: ProsemirrorBinding } }).init();
      bindText(binding);
    }
    return plugins;
  },
});

function bindText(binding: ProsemirrorBinding): void {
  const fragment = binding.type;
  const viewOf = () => binding.prosemirrorView!;
  let shared: ReturnType<typeof sharedText> | undefined;
  const at = () => {
    shared ??= sharedText(viewOf().state.schema, { known: binding.mapping });
    return shared;
  };

  /** Shows the shared text in the editor. */
  const show = (byUndo: boolean) => {
    const view = viewOf();
    const broken: Y.XmlElement[] = [];
    const doc = readText(fragment, at(), broken);
    const { tr } = view.state;
    takeDifference(tr, doc);
    restoreSelection(tr, binding);
    at().known.set(fragment, tr.doc);
    tr.setMeta('addToHistory', false);
    tr.setMeta(ySyncPluginKey, { isChangeOrigin: true, isUndoRedoOperation: byUndo, binding });
    if (byUndo) tr.scrollIntoView();
    view.dispatch(tr);
    if (broken.length > 0 && view.editable)
      fragment.doc!.transact((change) => {
        for (const { _item } of broken) _item?.delete(change);
      }, MENDING);
  };

  const onChange = (events: Y.YEvent<Y.AbstractType<unknown>>[], change: Y.Transaction) => {
    if (!binding.prosemirrorView) return;
    const mayHaveTwins = change.origin !== ySyncPluginKey && mayHaveNewChips(events);
    binding.mux(() => {
      const { known } = at();
      Y.iterateDeletedStructs(change, change.deleteSet, (struct) => {
        if (struct instanceof Y.Item && struct.content instanceof Y.ContentType)
          known.delete(struct.content.type);
      });
      for (const type of change.changed.keys()) known.delete(type);
      for (const type of change.changedParentTypes.keys()) known.delete(type);
      show(change.origin instanceof Y.UndoManager);
    });
    if (mayHaveTwins && viewOf().editable) fragment.doc!.transact(() => removeTwins(fragment), MENDING);
  };

  // what undo remembers of the selection is older than the next change
  fragment.doc!.on('beforeAllTransactions', () => {
    Object.assign(binding, { beforeTransactionSelection: null });
  });
  Object.assign(binding, {
    _observeFunction: onChange,
    _forceRerender: () => {
      binding.mapping.clear();
      binding.mux(() => show(false));
    },
    _prosemirrorChanged: (doc: Node) => {
      fragment.doc!.transact(() => {
        writeText(fragment, doc, at());
        binding.beforeTransactionSelection = getRelativeSelection(binding, viewOf().state);
      }, ySyncPluginKey);
    },
  });
}

/** Changes the transaction's document into `doc` by the smallest step, so that selections and decorations stay. */
function takeDifference(tr: Transaction, doc: Node): void {
  let old: Node = tr.doc;
  let next = doc;
  let start = 0;
  for (;;) {
    const least = Math.min(old.childCount, next.childCount);
    let left = 0;
    while (left < least && isLike(old.child(left), next.child(left))) left += 1;
    let right = 0;
    while (
      right < least - left &&
      isLike(old.child(old.childCount - 1 - right), next.child(next.childCount - 1 - right))
    )
      right += 1;
    if (left === old.childCount && left === next.childCount) return;
    const from = start + sizeOf(old, 0, left);
    const oldChild = old.maybeChild(left);
    const nextChild = next.maybeChild(left);
    const isOne = old.childCount - left - right === 1 && next.childCount - left - right === 1;
    if (!isOne || !oldChild || !nextChild?.sameMarkup(oldChild) || oldChild.isLeaf || oldChild.isText) {
      const to = from + sizeOf(old, left, old.childCount - right);
      const content = next.content.cut(
        sizeOf(next, 0, left),
        next.content.size - sizeOf(next, next.childCount - right, next.childCount),
      );
      tr.step(new ReplaceStep(from, to, new Slice(content, 0, 0)));
      return;
    }
    if (oldChild.inlineContent) {
      replaceInlines(tr, from + 1, oldChild, nextChild);
      return;
    }
    start = from + 1;
    old = oldChild;
    next = nextChild;
  }
}

const isLike = (a: Node, b: Node): boolean => a === b || a.eq(b);

function sizeOf(parent: Node, from: number, to: number): number {
  let size = 0;
  for (let n = from; n < to; n += 1) size += parent.child(n).nodeSize;
  return size;
}

function replaceInlines(tr: Transaction, pos: number, old: Node, next: Node): void {
  const start = old.content.findDiffStart(next.content);
  const end = old.content.findDiffEnd(next.content);
  if (start === null || end === null) return;
  // the two ends may overlap, as in aa → aaa
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const content = next.content.cut(start, end.b + overlap);
  tr.step(new ReplaceStep(pos + start, pos + end.a + overlap, new Slice(content, 0, 0)));
}

/** Puts the selection back to what it was at, if that is still there; otherwise it has moved with the steps. */
function restoreSelection(tr: Transaction, binding: ProsemirrorBinding): void {
  const before: ReturnType<typeof getRelativeSelection> | null = binding.beforeTransactionSelection;
  if (!before || !tr.docChanged) return;
  const find = (position: unknown): number | null =>
    relativePositionToAbsolutePosition(binding.doc, binding.type, position, binding.mapping);
  const anchor = find(before.anchor);
  const head = find(before.head);
  if (anchor === null || head === null) return;
  if (before.type === 'node') {
    const node = tr.doc.nodeAt(anchor);
    tr.setSelection(
      node && NodeSelection.isSelectable(node)
        ? NodeSelection.create(tr.doc, anchor)
        : Selection.near(tr.doc.resolve(anchor)),
    );
  } else if (before.type === 'text')
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)));
}
