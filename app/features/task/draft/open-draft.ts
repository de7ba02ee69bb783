import { readDraft } from '#core/task/draft.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../../../parts/room/open-room.ts';
import { draftStore, dropUnusedFiles } from './device-drafts.ts';

const UNDOABLE = ['task', 'documents', 'signers', 'copies', 'placements'];

/** Opens a draft. `forget`, called after it was sent or deleted, also removes its files from the device. */
export function openDraft(draftId: string, ownerKey: string, me: Peer): OpenRoom {
  const room = `draft:${draftId}`;
  const open = openRoom({
    room,
    store: draftStore(ownerKey, draftId),
    me,
    ticket: () => call(getSyncTicket, { room }),
    undoable: (doc) => UNDOABLE.map((name) => doc.getMap(name)),
  });
  return {
    ...open,
    forget: async () => {
      const { documents } = readDraft(open.doc);
      await open.forget();
      await dropUnusedFiles(documents.map(({ fileKey }) => fileKey));
    },
  };
}
