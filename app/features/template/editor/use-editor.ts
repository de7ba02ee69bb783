import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';

/**
 * A value derived from the editor's state by `read`, rerendered on change: at most once per frame, so that typing is
 * shown before tool bars update. `read` may change between renders.
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
    const schedule = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    editor.on('transaction', schedule);
    return () => {
      editor.off('transaction', schedule);
      cancelAnimationFrame(frame);
    };
  }, [editor]);
  return value;
}

/** Calls `settled` once on mount, and then `ms` after the last change. */
export function useSettledText(editor: Editor, ms: number, settled: () => void): void {
  const latest = useRef(settled);
  latest.current = settled;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => latest.current();
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(look, ms);
    };
    look();
    editor.on('update', schedule);
    return () => {
      editor.off('update', schedule);
      clearTimeout(timer);
    };
  }, [editor, ms]);
}
