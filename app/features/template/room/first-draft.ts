import * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import { restoreVersion } from './restore-version.ts';

/**
 * Initialises an empty draft from a version, for example of a template published only through the API. `hash` is the
 * version's. The Yjs client id is derived from the hash: if two people open the draft at once, both produce identical
 * updates, and Yjs applies them only once.
 */
export function writeFirstDraft(
  doc: Y.Doc,
  { content, hash }: { content: TemplateContent; hash: string },
): void {
  const first = new Y.Doc();
  first.clientID = Number.parseInt(hash.slice(8, 16), 16);
  let chips = 0;
  restoreVersion(first, content, () => {
    chips += 1;
    return `${hash.slice(0, 12)}-${chips}`;
  });
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
  first.destroy();
}
