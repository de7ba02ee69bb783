import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Draft, readDraft } from '#core/task/draft.ts';
import { type DraftStatus, type OpenDraft, openDraft, type Peer } from './open-draft.ts';

export interface UsedDraft {
  draftId: string;
  open: OpenDraft;
  draft: Draft;
  status: DraftStatus;
}

/** A draft as React sees it: undefined until the device's copy has been read. */
export function useDraft(draftId: string, ownerKey: string, me: Peer): UsedDraft | undefined {
  const [open, setOpen] = useState<OpenDraft>();
  const [draft, setDraft] = useState<Draft>();
  const { id, name } = me;

  useEffect(() => {
    const opened = openDraft(draftId, ownerKey, { id, name });
    const read = () => setDraft(readDraft(opened.doc));
    opened.doc.on('update', read);
    read();
    setOpen(opened);
    return () => {
      setOpen(undefined);
      setDraft(undefined);
      opened.close();
    };
  }, [draftId, ownerKey, id, name]);

  const status = useSyncExternalStore(
    (listener) => open?.onStatus(listener) ?? (() => undefined),
    () => open?.status(),
    () => undefined,
  );
  if (!open || !draft || !status?.kept) return undefined;
  return { draftId, open, draft, status };
}
