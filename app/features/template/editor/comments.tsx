import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { getEnterpriseAssociationUser } from '#core/task/home-calls.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { queryOf } from '../../../query.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { choose } from './commands.ts';
import style from './editor.module.css';
import {
  answerThread,
  mentionsIn,
  readThreads,
  removeThread,
  resolveThread,
  startThread,
  type Thread,
} from './threads.ts';

/** The comment threads of a room as a React hook. */
export function useThreads(doc: Y.Doc): Thread[] {
  const [threads, setThreads] = useState(() => readThreads(doc));
  useEffect(() => {
    const map = doc.getMap('threads');
    const read = () => setThreads(readThreads(doc));
    map.observeDeep(read);
    read();
    return () => map.unobserveDeep(read);
  }, [doc]);
  return threads;
}

interface Props {
  editor: Editor;
  doc: Y.Doc;
  me: { id: string; name: string };
  readOnly: boolean;
  threads: readonly Thread[];
  /** A new thread about the selected text is being written. */
  isNew: boolean;
  onDone: () => void;
}

/** Comment threads about passages of the text: answer, resolve, reopen. */
export function Comments({ editor, doc, me, readOnly, threads, isNew, onDone }: Props) {
  const { t } = useTranslation('templateEdit');
  const [resolved, setResolved] = useState(false);
  const shown = threads.filter((thread) => resolved || !thread.resolved);
  const say = (text: string, people: People) => ({
    by: me.id,
    name: me.name,
    text,
    at: Date.now(),
    mentions: mentionsIn(text, people),
  });
  const start = (text: string, people: People) => {
    const { from, to, empty } = editor.state.selection;
    if (!empty) {
      const thread = startThread(doc, say(text, people));
      editor.view.dispatch(
        editor.state.tr.addMark(from, to, editor.schema.marks.comment!.create({ thread })),
      );
    }
    onDone();
  };
  return (
    <div className={style.comments}>
      {isNew && <Write label={t('comment.new')} onSay={start} onCancel={onDone} />}
      {threads.some((thread) => thread.resolved) && (
        <Checkbox value={resolved} onChange={setResolved}>
          {t('comment.showResolved')}
        </Checkbox>
      )}
      {shown.length === 0 && !isNew && (
        <EmptyState icon="comment" title={t('comment.none')}>
          {t('comment.noneText')}
        </EmptyState>
      )}
      {shown.map((thread) => (
        <ThreadCard
          key={thread.key}
          editor={editor}
          doc={doc}
          thread={thread}
          readOnly={readOnly}
          say={say}
          own={thread.messages[0]?.by === me.id}
        />
      ))}
    </div>
  );
}

interface CardProps {
  editor: Editor;
  doc: Y.Doc;
  thread: Thread;
  readOnly: boolean;
  own: boolean;
  say: (text: string, people: People) => Parameters<typeof answerThread>[2];
}

function ThreadCard({ editor, doc, thread, readOnly, own, say }: CardProps) {
  const { t } = useTranslation('templateEdit');
  const [answering, setAnswering] = useState(false);
  const passage = passageOf(editor, thread.key);
  return (
    <article className={style.thread} data-resolved={thread.resolved || undefined}>
      {passage ? (
        <button
          type="button"
          className={style.quote}
          onClick={() => {
            choose(passage.pos - 1)(editor.state, editor.view.dispatch);
            editor.view.focus();
          }}
        >
          {passage.text.slice(0, 60)}
        </button>
      ) : (
        <p className={style.gone}>{t('comment.gone')}</p>
      )}
      {thread.messages.map((message) => (
        <div key={message.key} className={style.message}>
          <Avatar name={message.name} size={24} />
          <div>
            <strong>{message.name}</strong> <time>{formatDateTime(message.at)}</time>
            <p>{message.text}</p>
          </div>
        </div>
      ))}
      {answering ? (
        <Write
          label={t('comment.answer')}
          onSay={(text, people) => {
            answerThread(doc, thread.key, say(text, people));
            setAnswering(false);
          }}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        !readOnly && (
          <div className={style.threadActions}>
            <Button size="small" kind="quiet" onClick={() => setAnswering(true)}>
              {t('comment.answer')}
            </Button>
            <Button
              size="small"
              kind="quiet"
              onClick={() => resolveThread(doc, thread.key, !thread.resolved)}
            >
              {t(thread.resolved ? 'comment.reopen' : 'comment.resolve')}
            </Button>
            {own && (
              <Button size="small" kind="quiet" onClick={() => remove(editor, doc, thread.key)}>
                {t('comment.remove')}
              </Button>
            )}
          </div>
        )
      )}
    </article>
  );
}

/** The text that a thread is about, and its start position. */
function passageOf(editor: Editor, thread: string): { text: string; pos: number } | undefined {
  let pos = -1;
  let text = '';
  editor.state.doc.descendants((node, at) => {
    if (
      !node.isInline ||
      !node.marks.some(({ type, attrs }) => type.name === 'comment' && attrs.thread === thread)
    )
      return;
    if (pos < 0) pos = at;
    text += node.text ?? '';
  });
  return pos < 0 ? undefined : { text, pos };
}

function remove(editor: Editor, doc: Y.Doc, thread: string): void {
  const mark = editor.schema.marks.comment!.create({ thread });
  editor.view.dispatch(editor.state.tr.removeMark(0, editor.state.doc.content.size, mark));
  removeThread(doc, thread);
}

type People = readonly { id: string; name: string }[];

interface WriteProps {
  label: string;
  onSay: (text: string, people: People) => void;
  onCancel: () => void;
}

function Write({ label, onSay, onCancel }: WriteProps) {
  const { t } = useTranslation('templateEdit');
  const [text, setText] = useState('');
  const found = useQuery({
    ...queryOf(getEnterpriseAssociationUser, { size: 50 }),
    retry: false,
    meta: { silent: true },
  });
  const people = found.data?.records.map(({ userId, userName }) => ({ id: userId, name: userName })) ?? [];
  return (
    <form
      className={style.write}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSay(text.trim(), people);
      }}
    >
      <TextArea label={label} value={text} onChange={setText} maxLength={500} />
      <div className={style.threadActions}>
        {people.length > 0 && (
          <Menu
            label={t('comment.mention')}
            icon="at"
            iconOnly
            size="small"
            actions={people.map(({ id, name }) => ({
              id,
              label: name,
              onAction: () => setText((now) => `${now}@${name} `),
            }))}
          />
        )}
        <span className={style.spacer} />
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="small" kind="primary" type="submit" disabled={text.trim() === ''}>
          {t('comment.say')}
        </Button>
      </div>
    </form>
  );
}
