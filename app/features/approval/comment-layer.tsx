import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import style from './comments.module.css';
import type { PageComment, PageComments } from './use-page-comments.ts';

/** The pins of one page, and while a comment is being placed a layer that takes the click. */
export function CommentLayer({
  comments,
  index,
  pxPerMm,
}: {
  comments: PageComments;
  /** The page, from 0. */
  index: number;
  pxPerMm: number;
}) {
  const { t } = useTranslation('approval');
  const { list, document, place, wanted, chosen } = comments;
  const here = (list.data?.comments ?? []).filter(
    ({ fileIndex, page }) => fileIndex !== null && fileIndex === document?.fileIndex && page === index + 1,
  );
  const at = ({ x, y }: { x: number; y: number }) => ({ left: x * pxPerMm, top: y * pxPerMm });
  return (
    <>
      {place && (
        <button
          type="button"
          tabIndex={-1}
          className={style.catch}
          aria-label={t('comment.here', { page: index + 1 })}
          onClick={({ nativeEvent }) =>
            comments.putAt(index, nativeEvent.offsetX / pxPerMm, nativeEvent.offsetY / pxPerMm)
          }
        />
      )}
      {here.map((one) => (
        <Focused key={one.commentId} when={wanted === `pin ${one.commentId}`} onFocused={comments.focused}>
          <button
            type="button"
            className={style.pin}
            style={at(one)}
            data-resolved={one.resolvedBy !== ''}
            data-chosen={chosen === one.commentId}
            aria-label={pinName(t, one)}
            onClick={() => comments.toEntry(one.commentId)}
          >
            {one.number}
          </button>
        </Focused>
      ))}
      {place && place.fileIndex === document?.fileIndex && place.page === index && (
        <Focused when={wanted === 'draft'} onFocused={comments.focused}>
          <button
            type="button"
            className={style.pin}
            style={at(place)}
            data-draft
            aria-label={t('comment.draft')}
            aria-describedby="comment-how"
            onKeyDown={comments.onDraftKey}
            onClick={comments.toText}
          >
            +
          </button>
        </Focused>
      )}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'approval'>>['t'];

const pinName = (t: Translate, { number, page, author, resolvedBy }: PageComment): string =>
  t(resolvedBy ? 'comment.pinResolved' : 'comment.pin', { number, page, author });

/** Gives the focus to its first control, or itself, once it is on the page and `when` holds. */
export function Focused({
  when,
  onFocused,
  inside = 'button',
  children,
}: {
  when: boolean;
  onFocused: () => void;
  /** Selector of what gets the focus. */
  inside?: string;
  children: ReactNode;
}) {
  const ref = useRef<HTMLSpanElement>(null);
  const onFocus = useRef(onFocused);
  onFocus.current = onFocused;
  useEffect(() => {
    if (!when) return;
    // The stage has scrolled to the pin; the list has not to its entry.
    const isPin = inside === 'button';
    ref.current?.querySelector<HTMLElement>(inside)?.focus({ preventScroll: isPin });
    onFocus.current();
  }, [when, inside]);
  return (
    <span ref={ref} className={style.focused}>
      {children}
    </span>
  );
}
