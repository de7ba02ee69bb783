import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addComment, COMMENT_LENGTH, replyComment, resolveComment } from '#core/approval/comment-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Focused } from './comment-layer.tsx';
import style from './comments.module.css';
import type { PageComment, PageComments } from './use-page-comments.ts';

const RULES = z.object({ text: z.string().trim().min(1).max(COMMENT_LENGTH) });

/** The comments on the pages: those that are open, then the resolved ones; with a form for a new one. */
export function CommentList({ approvalId, comments }: { approvalId: string; comments: PageComments }) {
  const { t } = useTranslation('approval');
  const { list, place, chosen, wanted, focused } = comments;
  const [showing, setShowing] = useState(false);
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return null;
  const { mayWrite, comments: all } = list.data;
  const resolved = all.filter(({ resolvedBy }) => resolvedBy !== '');
  const open = all.filter(({ resolvedBy }) => resolvedBy === '');
  if (all.length === 0 && !mayWrite) return null;
  const entryOf = (one: PageComment) => (
    <Entry
      key={one.commentId}
      approvalId={approvalId}
      comment={one}
      comments={comments}
      mayWrite={mayWrite}
    />
  );
  return (
    <section aria-label={t('comment.title')}>
      <div className={style.head}>
        <h2>{t('comment.title')}</h2>
        {mayWrite && !place && (
          <Focused when={wanted === 'add'} onFocused={focused}>
            <Button size="small" icon="plus" onClick={comments.begin}>
              {t('comment.add')}
            </Button>
          </Focused>
        )}
      </div>
      {place && <NewComment approvalId={approvalId} comments={comments} />}
      {all.length === 0 && !place && <p className={style.soft}>{t('comment.none')}</p>}
      {open.length > 0 && <ol className={style.list}>{open.map(entryOf)}</ol>}
      {resolved.length > 0 && (
        <details
          className={style.resolved}
          open={showing || resolved.some(({ commentId }) => commentId === chosen)}
          onToggle={({ currentTarget }) => setShowing(currentTarget.open)}
        >
          <summary>{t('comment.resolvedCount', { count: resolved.length })}</summary>
          <ol className={style.list}>{resolved.map(entryOf)}</ol>
        </details>
      )}
    </section>
  );
}

/** The form of a comment that is being placed. */
function NewComment({ approvalId, comments }: { approvalId: string; comments: PageComments }) {
  const { t } = useTranslation('approval');
  const { place } = comments;
  if (!place) return null;
  const { fileIndex, page, x, y } = place;
  return (
    <Focused when={comments.wanted === 'text'} onFocused={comments.focused} inside="textarea">
      <p id="comment-how" className={style.soft}>
        {t('comment.how')}
      </p>
      <WriteForm
        label={t('comment.onPage', { page: page + 1 })}
        submit={t('comment.save')}
        onCancel={comments.cancel}
        save={async (text) => {
          const input = { approvalId, fileIndex, page: page + 1, x, y, text };
          return (await call(addComment, input)).commentId;
        }}
        onSaved={comments.onAdded}
      />
    </Focused>
  );
}

function Entry({
  approvalId,
  comment,
  comments,
  mayWrite,
}: {
  approvalId: string;
  comment: PageComment;
  comments: PageComments;
  mayWrite: boolean;
}) {
  const { t } = useTranslation('approval');
  const refresh = useRefresh();
  const [replying, setReplying] = useState(false);
  const { commentId, number, page, author, resolvedBy, fileIndex } = comment;
  const isResolved = resolvedBy !== '';
  const resolve = useMutation({
    mutationFn: () => call(resolveComment, { approvalId, commentId, resolved: !isResolved }),
    onSettled: () => refresh(resolveComment),
  });
  return (
    <li className={style.entry} data-chosen={comments.chosen === commentId}>
      <Focused
        when={comments.wanted === `entry ${commentId}`}
        onFocused={comments.focused}
        inside="[data-entry]"
      >
        <div className={style.who}>
          {fileIndex === null ? (
            <span className={style.number}>{number}</span>
          ) : (
            <button
              type="button"
              data-entry
              className={style.number}
              aria-label={t('comment.show', { number, page })}
              onClick={() => comments.toPin(comment)}
            >
              {number}
            </button>
          )}
          <strong>{author}</strong>
          {comment.mine && <span className={style.soft}>{t('me')}</span>}
          <time className={style.soft}>{formatDateTime(comment.at)}</time>
        </div>
        <p className={style.soft}>
          {t('comment.where', { file: comment.fileName, page })}
          {comment.earlier && ` · ${t(fileIndex === null ? 'comment.changed' : 'comment.earlier')}`}
        </p>
        <p className={style.text}>{comment.text}</p>
        {isResolved && (
          <Badge icon="check" tone="success">
            {t('comment.resolvedBy', { name: resolvedBy })}
          </Badge>
        )}
        {comment.replies.length > 0 && (
          <ol className={style.replies} aria-label={t('comment.replies', { number })}>
            {comment.replies.map((one) => (
              <li key={one.commentId}>
                <div className={style.who}>
                  <strong>{one.author}</strong>
                  {one.mine && <span className={style.soft}>{t('me')}</span>}
                  <time className={style.soft}>{formatDateTime(one.at)}</time>
                </div>
                <p className={style.text}>{one.text}</p>
              </li>
            ))}
          </ol>
        )}
        {mayWrite && !replying && (
          <div className={style.acts}>
            <Button size="small" kind="quiet" onClick={() => setReplying(true)}>
              {t('comment.reply')}
            </Button>
            <Button size="small" kind="quiet" pending={resolve.isPending} onClick={() => resolve.mutate()}>
              {t(isResolved ? 'comment.reopen' : 'comment.resolve')}
            </Button>
          </div>
        )}
      </Focused>
      {replying && (
        <Focused when={replying} onFocused={() => undefined} inside="textarea">
          <WriteForm
            label={t('comment.replyTo', { number, author })}
            submit={t('comment.reply')}
            onCancel={() => setReplying(false)}
            save={async (text) => (await call(replyComment, { approvalId, commentId, text })).commentId}
            onSaved={() => setReplying(false)}
          />
        </Focused>
      )}
    </li>
  );
}

/** A text with its buttons; it stays as typed if the call fails. */
function WriteForm({
  label,
  submit,
  save,
  onSaved,
  onCancel,
}: {
  label: string;
  submit: ReactNode;
  save: (text: string) => Promise<string>;
  onSaved: (commentId: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('ui');
  const refresh = useRefresh();
  return (
    <Form<{ text: string }>
      initial={{ text: '' }}
      rules={RULES}
      onSubmit={async ({ text }) => {
        const commentId = await save(text);
        await refresh(addComment);
        onSaved(commentId);
      }}
    >
      {({ submitting }) => (
        <>
          <TextArea name="text" label={label} required maxLength={COMMENT_LENGTH} rows={2} />
          <div className={style.acts}>
            <Button kind="primary" size="small" type="submit" pending={submitting}>
              {submit}
            </Button>
            <Button size="small" onClick={onCancel}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
