import { type KeyboardEvent, useSyncExternalStore } from 'react';
import type { UndoManager } from 'yjs';

const EVENTS = ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const;

/** In text inputs the native undo of the field applies. */
const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]';

/** Undo and redo of the user's own changes to a shared document, by button and keyboard; changes of others stay. */
export function useUndo(manager: UndoManager) {
  const state = useSyncExternalStore(
    (listener) => {
      for (const event of EVENTS) manager.on(event, listener);
      return () => {
        for (const event of EVENTS) manager.off(event, listener);
      };
    },
    () => `${manager.undoStack.length} ${manager.redoStack.length}`,
  );
  const [undos, redos] = state.split(' ').map(Number);
  const undo = () => void manager.undo();
  const redo = () => void manager.redo();
  return {
    canUndo: undos! > 0,
    canRedo: redos! > 0,
    undo,
    redo,
    /** Ctrl or cmd with Z undoes, with shift and Z or with Y redoes. */
    onKeyDown: (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    },
  };
}
