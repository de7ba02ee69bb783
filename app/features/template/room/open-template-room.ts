import { getSyncTicket } from '#core/task/draft-calls.ts';
import { BODY_FRAGMENT, TEMPLATE_LISTS } from '#core/template/room.ts';
import { call } from '../../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../../../parts/room/open-room.ts';

interface Options {
  templateId: string;
  /** Owner of the local copy: each identity in a browser has its own. */
  ownerKey: string;
  me: Peer;
  /** Origins of text changes that can be undone: those of the editor. */
  undoOrigins?: readonly unknown[];
}

/** Opens the room of a template draft. Changes of text, page and lists can be undone, comment threads cannot. */
export function openTemplateRoom({ templateId, ownerKey, me, undoOrigins }: Options): OpenRoom {
  const room = `template:${templateId}`;
  return openRoom({
    room,
    store: `signet-template:${ownerKey}:${templateId}`,
    me,
    ticket: () => call(getSyncTicket, { room }),
    undoable: (doc) => [
      doc.getXmlFragment(BODY_FRAGMENT),
      doc.getMap('page'),
      ...TEMPLATE_LISTS.map((list) => doc.getMap(list)),
    ],
    undoOrigins,
  });
}
