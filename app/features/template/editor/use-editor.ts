import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';

/**
 * What `read` makes of the editor's state, drawn anew when it differs: at most once a frame, so that a key is on screen
 * before tool bars think about it. `read` may change from one drawing to the next.
 */
export function useEditorState<T>(editor: Editor, read: (state: EditorState) => T): T {
  const [value, setValue] = useState(() => read(editor.state));
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    let frame = 0;
    let last = '';
    const look = () => {
      frame = 0;
      const next = latest.current(editor.state);
      const written = JSON.stringify(next);
      if (written === last) return;
      last = written;
      setValue(next);
    };
    const plan = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    editor.on('transaction', plan);
    return () => {
      editor.off('transaction', plan);
      cancelAnimationFrame(frame);
    };
  }, [editor]);
  return value;
}

/** Calls `settled` when nothing was typed for a while, and at once to begin with. */
export function useSettledText(editor: Editor, ms: number, settled: () => void): void {
  const latest = useRef(settled);
  latest.current = settled;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => latest.current();
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(look, ms);
    };
    look();
    editor.on('update', plan);
    return () => {
      editor.off('update', plan);
      clearTimeout(timer);
    };
  }, [editor, ms]);
}
