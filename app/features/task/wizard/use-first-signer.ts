import { useEffect } from 'react';
import { putRow, setTask } from '#core/task/draft.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useSession } from '../../../session/session-store.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/**
 * A new draft starts with the own enterprise as a signer and an empty row for the other side. A colleague's draft is
 * empty on this device until it is synced from the room: nothing is added to it.
 */
export function useFirstSigner(
  { open, status }: UsedDraft,
  {
    me,
    isNewDraft,
    beginsBatch,
  }: { me: { id: string; name: string }; isNewDraft: boolean; beginsBatch: boolean },
  repeats: boolean,
) {
  const active = useSession((s) => s.activeUser);
  const known = !repeats && (isNewDraft || status.syncedAt !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the content of the draft is known
  useEffect(() => {
    if (!known || active?.type !== 'ent' || open.doc.getMap('task').has('businessType')) return;
    open.doc.transact(() => {
      open.doc.getMap('task').set('businessType', 'PURCHASE');
      if (beginsBatch) setTask(open.doc, { batch: true });
      const own = {
        type: 'ENTERPRISE',
        entId: active.id,
        entName: active.entName,
        userName: me.name,
        mobile: '',
        accountId: me.id,
        signOrder: 1,
        position: 1,
      };
      putRow(open.doc, 'signers', newKey(), own);
      putRow(open.doc, 'signers', newKey(), {
        type: 'ENTERPRISE',
        entName: '',
        userName: '',
        mobile: '',
        signOrder: 2,
        position: 2,
        ...(beginsBatch ? { varies: true } : {}),
      });
    });
  }, [known]);
}
