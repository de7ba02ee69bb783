import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { readLists, readPage, TEMPLATE_LISTS, type TemplatePage } from '#core/template/room.ts';
import type { OpenRoom, Peer, RoomStatus } from '../../../parts/room/open-room.ts';
import { useRoom } from '../../../parts/room/use-room.ts';
import { openTemplateRoom } from './open-template-room.ts';

/** Fields, rows, options, signers and anchors in order, and the page setup. */
export type TemplateParts = ReturnType<typeof readLists> & { page: TemplatePage };

export interface UsedTemplate {
  templateId: string;
  open: OpenRoom;
  parts: TemplateParts;
  status: RoomStatus;
}

export const readParts = (doc: Y.Doc): TemplateParts => ({ ...readLists(doc), page: readPage(doc) });

/**
 * React state of a template draft, without its text; undefined until the local copy has been read. Typing in the text
 * causes no re-render.
 */
export function useTemplateRoom(
  templateId: string,
  ownerKey: string,
  me: Peer,
  undoOrigins?: readonly unknown[],
): UsedTemplate | undefined {
  const key = JSON.stringify([templateId, ownerKey, me.id, me.name]);
  const used = useRoom(key, () => openTemplateRoom({ templateId, ownerKey, me, undoOrigins }));
  const doc = used?.open.doc;
  const [parts, setParts] = useState<TemplateParts>();
  useEffect(() => {
    if (!doc) return;
    const maps = [...TEMPLATE_LISTS, 'page'].map((name) => doc.getMap(name));
    const read = () => setParts(readParts(doc));
    for (const map of maps) map.observeDeep(read);
    read();
    return () => {
      for (const map of maps) map.unobserveDeep(read);
      setParts(undefined);
    };
  }, [doc]);
  return used && parts ? { templateId, parts, ...used } : undefined;
}
