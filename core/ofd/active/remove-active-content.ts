import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import { type EditableXml, editXml, removeElement, xmlBytes } from '#core/ofd/sign/edit-xml.ts';
import { rewritePackage } from '#core/ofd/sign/rewrite-package.ts';
import { listSignatures } from '#core/ofd/verify/list-signatures.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { activeActions, attachedFiles, filesWithActions, readTolerant } from './active-files.ts';
import { findActiveOfdContent } from './find-active-content.ts';

/**
 * The file without its attachments and without actions that play, open or launch something; all other entries keep
 * their bytes. Throws DOCUMENT_ACTIVE_SIGNED if the file is signed, DOCUMENT_UNSUPPORTED if active content remains.
 */
export function removeActiveOfdContent(bytes: Bytes): Bytes {
  const file = openOfd(bytes);
  const { listings, missingLists } = listSignatures(file);
  if (listings.length > 0 || missingLists.length > 0)
    throw new AppError('DOCUMENT_ACTIVE_SIGNED', { found: '' });
  const changes = new Map<string, Bytes>();
  const removed = new Set<string>();
  for (const { document } of openVolume(file).parts) {
    for (const path of attachedFiles(file, document)) removed.add(path);
    for (const { path } of filesWithActions(document)) {
      if (!readTolerant(document, path)) continue;
      const before = editXml(file.package, path);
      let xml = before;
      for (let gone = goes(xml.root); gone; gone = goes(xml.root))
        xml = removeElement(file.package, xml, gone);
      if (path === document.path) xml = withoutAttachments(file.package, xml);
      if (xml !== before) changes.set(path, xmlBytes(xml));
    }
  }
  const clean = rewritePackage(file.package.zip, changes, removed);
  if (findActiveOfdContent(openOfd(clean)).length > 0)
    throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'active content' });
  return clean;
}

/** The next element to remove: an action, or its whole list if it is the only action in it. */
function goes(root: XmlElement): XmlElement | undefined {
  const action = activeActions(root)[0]?.action;
  return action && (listOf(root, action) ?? action);
}

function listOf(element: XmlElement, action: XmlElement): XmlElement | undefined {
  if (element.children.includes(action))
    return childrenNamed(element, 'Action').length === 1 ? element : undefined;
  for (const below of element.children) {
    const found = listOf(below, action);
    if (found) return found;
  }
  return undefined;
}

function withoutAttachments(pkg: Parameters<typeof removeElement>[0], xml: EditableXml): EditableXml {
  const list = child(xml.root, 'Attachments');
  return list ? withoutAttachments(pkg, removeElement(pkg, xml, list)) : xml;
}
