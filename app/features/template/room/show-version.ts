import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { restoreVersion } from './restore-version.ts';

/**
 * A version in place of a draft that nobody has written, for somebody who may only look: a document of this page alone,
 * which is shared with nobody and not kept, while the room goes on telling whether somebody writes.
 */
export function showVersion(open: OpenRoom, content: TemplateContent): OpenRoom {
  const doc = new Y.Doc();
  restoreVersion(doc, content);
  const awareness = new Awareness(doc);
  const undo = new Y.UndoManager(doc.getMap('page'));
  return {
    ...open,
    doc,
    awareness,
    undo,
    close: () => {
      undo.destroy();
      awareness.destroy();
      doc.destroy();
    },
  };
}
