import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { restoreVersion } from './restore-version.ts';

/**
 * Shows a version in place of an empty draft, for someone with read access only. The document exists only on this page:
 * it is neither shared nor stored. The room stays connected and reports when somebody writes the draft.
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
