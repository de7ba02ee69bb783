import { type ActiveContent, activeFindings } from '#core/active-content.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { readXmlFile } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import { activeActions, filesWithActions, readTolerant } from './active-files.ts';

/**
 * Attachments, and actions that play, open or launch something, in all documents of the file; pages are numbered across
 * all of them. Throws the errors of opening the file and reading its parts.
 */
export function findActiveOfdContent(file: OfdFile): ActiveContent[] {
  const found = activeFindings();
  for (const { document, firstPage } of openVolume(file).parts) {
    if (child(readXmlFile(file.package, document.path), 'Attachments')) found.add('attachment');
    for (const { path, page } of filesWithActions(document))
      for (const { kind } of actionsIn(readTolerant(document, path)))
        found.add(kind, page === undefined ? undefined : firstPage + page + 1);
  }
  return found.list();
}

const actionsIn = (root: XmlElement | undefined) => (root ? activeActions(root) : []);
