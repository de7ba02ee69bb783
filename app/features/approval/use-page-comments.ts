import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { listComments } from '#core/approval/comment-calls.ts';
import type { OutputOf } from '#core/call.ts';
import { queryOf } from '../../query.ts';
import type { StageHandle } from '../../stage/document-stage.tsx';
import { clampTo } from '../../stage/on-page.ts';
import type { StagePage } from '../../stage/page-source.ts';

export type PageComment = OutputOf<typeof listComments>['comments'][number];

/** A place on a page: the file's position, the page from 0, mm from its top left. */
export interface CommentPlace {
  fileIndex: number;
  page: number;
  x: number;
  y: number;
}

/** Steps of the arrow keys, mm. */
const STEP = 2;
const WIDE_STEP = 20;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Comments on the pages of an approval's contract: which one is chosen, the place of a new one, and the way between a
 * pin on the page and its entry in the list.
 */
export function usePageComments(
  approvalId: string,
  document: { fileIndex: number; pages: readonly StagePage[] } | undefined,
  chooseFile: (fileIndex: number) => void,
) {
  const list = useQuery(queryOf(listComments, { approvalId }));
  const stage = useRef<StageHandle>(null);
  const [chosen, setChosen] = useState('');
  const [place, setPlace] = useState<CommentPlace>();
  /** What gets the focus as soon as it is on the page: a pin or an entry by its comment's id, or a part of the form. */
  const [wanted, setWanted] = useState('');
  /** A comment of another file, shown once that file is on the stage. */
  const coming = useRef<PageComment>();

  const goTo = (comment: PageComment) => stage.current?.goTo(comment.page - 1, comment.y);

  return {
    list,
    stage,
    document,
    chosen,
    place,
    wanted,
    focused: () => setWanted(''),
    /** Starts a comment in the middle of what is in view. */
    begin() {
      const middle = stage.current?.middle();
      const page = middle && document?.pages[middle.page];
      if (!document || !middle || !page) return;
      const { x, y } = clampTo(page, { ...middle, width: 0, height: 0 });
      setPlace({ fileIndex: document.fileIndex, page: middle.page, x, y });
      setWanted('draft');
    },
    cancel() {
      setPlace(undefined);
      setWanted('add');
    },
    /** Puts the new comment on a point, and continues with its text. */
    putAt(page: number, x: number, y: number) {
      const size = document?.pages[page];
      if (!document || !size) return;
      const spot = clampTo(size, { x, y, width: 0, height: 0 });
      setPlace({ fileIndex: document.fileIndex, page, x: spot.x, y: spot.y });
      setWanted('text');
    },
    /** Moves the new comment by the arrow keys; Enter continues with its text. */
    onDraftKey(event: KeyboardEvent) {
      const size = place && document?.pages[place.page];
      if (!place || !size) return;
      const arrow = ARROWS[event.key];
      if (arrow) {
        const step = event.shiftKey ? WIDE_STEP : STEP;
        const moved = { x: place.x + arrow[0] * step, y: place.y + arrow[1] * step, width: 0, height: 0 };
        const { x, y } = clampTo(size, moved);
        setPlace({ ...place, x, y });
        stage.current?.goTo(place.page, y);
      } else if (event.key === 'Escape') {
        setPlace(undefined);
        setWanted('add');
      } else return;
      event.preventDefault();
    },
    toText: () => setWanted('text'),
    /** From a pin to its entry. */
    toEntry(commentId: string) {
      setChosen(commentId);
      setWanted(`entry ${commentId}`);
    },
    /** From an entry to its pin, on whichever file it is. */
    toPin(comment: PageComment) {
      if (comment.fileIndex === null) return;
      setChosen(comment.commentId);
      setWanted(`pin ${comment.commentId}`);
      if (comment.fileIndex === document?.fileIndex) goTo(comment);
      else {
        coming.current = comment;
        chooseFile(comment.fileIndex);
      }
    },
    /** The pages of the chosen file are on the stage. */
    onOpened() {
      const comment = coming.current;
      coming.current = undefined;
      if (comment) goTo(comment);
    },
    /** A new comment was stored. */
    onAdded(commentId: string) {
      setPlace(undefined);
      setChosen(commentId);
      setWanted(`entry ${commentId}`);
    },
  };
}

export type PageComments = ReturnType<typeof usePageComments>;
