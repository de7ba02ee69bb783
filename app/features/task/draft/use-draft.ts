import { useEffect, useState } from 'react';
import { type Draft, readDraft } from '#core/task/draft.ts';
import type { OpenRoom, Peer, RoomStatus } from '../../../parts/room/open-room.ts';
import { useRoom } from '../../../parts/room/use-room.ts';
import { openDraft } from './open-draft.ts';

export interface UsedDraft {
  draftId: string;
  open: OpenRoom;
  draft: Draft;
  status: RoomStatus;
}

/** A draft as a React hook: undefined until the local copy is loaded. */
export function useDraft(draftId: string, ownerKey: string, me: Peer): UsedDraft | undefined {
  const key = JSON.stringify([draftId, ownerKey, me.id, me.name]);
  const used = useRoom(key, () => openDraft(draftId, ownerKey, me));
  const doc = used?.open.doc;
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    if (!doc) return;
    const read = () => setDraft(readDraft(doc));
    doc.on('update', read);
    read();
    return () => {
      doc.off('update', read);
      setDraft(undefined);
    };
  }, [doc]);
  return used && draft ? { draftId, draft, ...used } : undefined;
}
