import { useEffect } from 'react';
import type { Draft } from '#core/task/draft.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';

const IDLE_MS = 1_500;

/** Adds the draft to the enterprise's list and updates its name there, once it is non-empty and online. */
export function useAnnounceDraft(draftId: string, draft: Draft, closed: boolean): void {
  const online = useOnline();
  const { taskName } = draft.task;
  const fileNum = draft.documents.length;
  useEffect(() => {
    if (!online || closed || (taskName === '' && fileNum === 0)) return;
    const timer = setTimeout(() => {
      // Ignored: the next change updates the list again, and the draft itself is safe.
      call(saveDraft, { draftId, taskName: taskName.slice(0, 100), fileNum }).catch(() => undefined);
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draftId, taskName, fileNum, online, closed]);
}
