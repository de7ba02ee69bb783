import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { Peer } from '../../../parts/room/open-room.ts';

const HUES = 360;
/** The colour of a person, the same for everybody: from the id. */
const hueOfPerson = (id: string): number =>
  [...id].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % HUES, 7);

/** What somebody who has the text open tells about themselves. */
interface AwarenessState {
  user?: Peer;
  cursor?: { anchor: Y.RelativePosition; head: Y.RelativePosition } | null;
}

const key = new PluginKey<DecorationSet>('colleagues');

/** The shared text as the editor is bound to it. */
const boundText = (state: EditorState): ProsemirrorBinding => ySyncPluginKey.getState(state).binding;

function caret({ id, name }: Peer): HTMLElement {
  const dom = document.createElement('span');
  dom.dataset.caret = '';
  dom.style.setProperty('--hue', String(hueOfPerson(id)));
  dom.appendChild(document.createElement('span')).textContent = name;
  return dom;
}

/** The carets and selections of colleagues, of those whose places are there. */
function decorationsOf(state: EditorState, awareness: Awareness): Decoration[] {
  const { doc, type, mapping } = boundText(state);
  const placeOf = (position: unknown): number | null =>
    relativePositionToAbsolutePosition(doc, type, Y.createRelativePositionFromJSON(position), mapping);
  return [...awareness.getStates()].flatMap(([client, { user, cursor }]: [number, AwarenessState]) => {
    if (client === awareness.clientID || !user || !cursor) return [];
    const anchor = placeOf(cursor.anchor);
    const head = placeOf(cursor.head);
    if (anchor === null || head === null || Math.max(anchor, head) > state.doc.content.size) return [];
    const named = `${client} ${user.id} ${user.name}`;
    const at = Decoration.widget(head, () => caret(user), { key: named, side: 10 });
    if (anchor === head) return [at];
    const chosen = { 'data-chosen-by': '', style: `--hue:${hueOfPerson(user.id)}` };
    const range = Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), chosen, {
      key: named,
      inclusiveEnd: true,
    });
    return [at, range];
  });
}

/** Places and names of decorations, to compare them by. */
const placesOf = (decorations: readonly Decoration[]): string =>
  decorations
    .map(({ from, to, spec }) => `${from} ${to} ${spec.key}`)
    .sort()
    .join('\n');

function showColleagues(view: EditorView, awareness: Awareness): void {
  const wanted = decorationsOf(view.state, awareness);
  // who types takes their caret along: it has moved with the text already
  if (placesOf(wanted) === placesOf(key.getState(view.state)?.find() ?? [])) return;
  view.dispatch(
    view.state.tr.setMeta(key, DecorationSet.create(view.state.doc, wanted)).setMeta('addToHistory', false),
  );
}

/** Tells colleagues where one's own caret is: nowhere while the text has no focus. */
function tellCaret(view: EditorView, awareness: Awareness): void {
  const state: AwarenessState | null = awareness.getLocalState();
  if (!state) return;
  if (!view.hasFocus()) {
    if (state.cursor) awareness.setLocalStateField('cursor', null);
    return;
  }
  const { type, mapping } = boundText(view.state);
  const { anchor, head } = view.state.selection;
  const positionOf = (at: number): Y.RelativePosition =>
    absolutePositionToRelativePosition(at, type, mapping);
  const now = { anchor: positionOf(anchor), head: positionOf(head) };
  const isTold =
    state.cursor &&
    Y.compareRelativePositions(state.cursor.anchor, now.anchor) &&
    Y.compareRelativePositions(state.cursor.head, now.head);
  if (!isTold) awareness.setLocalStateField('cursor', now);
}

/** Delay, ms, in which what one key changes here and there is looked at once. No frame is asked for: mostly nothing moves. */
const SETTLE_MS = 40;

type AwarenessChange = Record<'added' | 'updated' | 'removed', number[]>;

/**
 * Carets and selections of colleagues, and one's own for them: looked after when what a key changes has been written to
 * the shared text. (Tiptap's extension tells a caret twice for each key, before and after that, and makes all carets anew
 * each time, also for one's own: six changes of the editor's state a key where two people type. Here it is two.)
 */
export const Colleagues = Extension.create<{ awareness: Awareness | undefined }>({
  name: 'colleagues',
  addOptions: () => ({ awareness: undefined }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    return awareness ? [colleaguesPlugin(awareness)] : [];
  },
});

function colleaguesPlugin(awareness: Awareness): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, before) => {
        const next: DecorationSet | undefined = tr.getMeta(key);
        return next ?? (tr.docChanged ? before.map(tr.mapping, tr.doc) : before);
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        timer = undefined;
        tellCaret(view, awareness);
        showColleagues(view, awareness);
      };
      const schedule = () => {
        timer ??= setTimeout(look, SETTLE_MS);
      };
      const onChange = ({ added, updated, removed }: AwarenessChange) => {
        if ([...added, ...updated, ...removed].some((client) => client !== awareness.clientID)) schedule();
      };
      awareness.on('change', onChange);
      view.dom.addEventListener('focusin', schedule);
      view.dom.addEventListener('focusout', schedule);
      schedule();
      return {
        update: ({ state }, before) => {
          if (state.doc !== before.doc || !state.selection.eq(before.selection)) schedule();
        },
        destroy: () => {
          clearTimeout(timer);
          awareness.off('change', onChange);
          view.dom.removeEventListener('focusin', schedule);
          view.dom.removeEventListener('focusout', schedule);
          awareness.setLocalStateField('cursor', null);
        },
      };
    },
  });
}
