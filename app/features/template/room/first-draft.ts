import * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import { restoreVersion } from './restore-version.ts';

/**
 * Writes a version into a draft that nobody has written, as of a template that came into force by calls alone. `hash` is
 * the version's. It is written as if by one client, whose id is made from the hash: when two people open the draft at once
 * both write the very same changes, and Yjs takes them once.
 */
export function writeFirstDraft(
  doc: Y.Doc,
  { content, hash }: { content: TemplateContent; hash: string },
): void {
  const first = new Y.Doc();
  first.clientID = Number.parseInt(hash.slice(0, 8), 16);
  restoreVersion(first, content);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
  first.destroy();
}
