import { getSyncTicket } from '#core/task/draft-calls.ts';
import { BODY_FRAGMENT, TEMPLATE_LISTS } from '#core/template/room.ts';
import { call } from '../../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../../../parts/room/open-room.ts';

interface Options {
  templateId: string;
  /** Whose copy on this device it is: each identity in a browser has its own. */
  ownerKey: string;
  me: Peer;
  /** Origins of changes of the text that can be undone; the editor's own. */
  undoOrigins?: readonly unknown[];
}

/** Opens a template in edit: text, fields, signers and places can be undone, the threads of comments cannot. */
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
