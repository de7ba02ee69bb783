import { useEffect } from 'react';
import type { Draft } from '#core/task/draft.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';

const IDLE_MS = 1_500;

/** Puts the draft on the enterprise's list, and renames it there, once there is something in it and a network. */
export function useAnnounceDraft(draftId: string, draft: Draft, closed: boolean): void {
  const online = useOnline();
  const { taskName } = draft.task;
  const fileNum = draft.documents.length;
  useEffect(() => {
    if (!online || closed || (taskName === '' && fileNum === 0)) return;
    const timer = setTimeout(() => {
      // The list is told again at the next change; the draft itself is safe without it.
      call(saveDraft, { draftId, taskName: taskName.slice(0, 100), fileNum }).catch(() => undefined);
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draftId, taskName, fileNum, online, closed]);
}
