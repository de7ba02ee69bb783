import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './editor.module.css';
import { findNext, foundIn, lookFor, replaceAll, replaceFound } from './find.ts';
import { useEditorState } from './use-editor.ts';

/** Find and replace in the text. */
export function FindBar({
  editor,
  readOnly,
  onClose,
}: {
  editor: Editor;
  readOnly: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('templateEdit');
  const { total, at } = useEditorState(editor, (state) => {
    const { matches, at: current } = foundIn(state);
    return { total: matches.length, at: current };
  });
  const [query, setQuery] = useState('');
  const [other, setOther] = useState('');
  const run = (command: Command) => command(editor.state, editor.view.dispatch, editor.view);
  const bar = useRef<HTMLDivElement>(null);
  /** If nothing is left to replace, the button is disabled and would lose the focus. */
  const replace = (command: Command) => {
    yUndoPluginKey.getState(editor.state)?.undoManager.stopCapturing();
    run(command);
    if (foundIn(editor.state).matches.length === 0) bar.current?.querySelector('input')?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the bar closes, not when `run` is made anew
  useEffect(() => () => void (editor.isDestroyed || run(lookFor(''))), [editor]);
  return (
    <div
      ref={bar}
      className={style.find}
      role="search"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        onClose();
        editor.view.focus();
      }}
    >
      <TextField
        label={t('find.what')}
        hideLabel
        placeholder={t('find.what')}
        icon="search"
        autoFocus
        value={query}
        onChange={(next) => {
          setQuery(next);
          run(lookFor(next));
        }}
        onEnter={() => run(findNext(1))}
      />
      <span className={style.hits} role="status">
        {query !== '' && t('find.hits', { at: at + 1, total })}
      </span>
      <IconButton size="small" icon="chevron-up" label={t('find.before')} onClick={() => run(findNext(-1))} />
      <IconButton size="small" icon="chevron-down" label={t('find.next')} onClick={() => run(findNext(1))} />
      {!readOnly && (
        <>
          <TextField
            label={t('find.other')}
            hideLabel
            placeholder={t('find.other')}
            value={other}
            onChange={setOther}
            onEnter={() => replace(replaceFound(other))}
          />
          <Button size="small" disabled={total === 0} onClick={() => replace(replaceFound(other))}>
            {t('find.replace')}
          </Button>
          <Button size="small" disabled={total === 0} onClick={() => replace(replaceAll(other))}>
            {t('find.replaceAll')}
          </Button>
        </>
      )}
      <IconButton size="small" icon="close" label={t('find.close')} onClick={onClose} />
    </div>
  );
}
