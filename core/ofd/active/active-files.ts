import type { ActiveKind } from '#core/active-content.ts';
import { annotationFiles } from '#core/ofd/model/read-annotations.ts';
import type { OfdDocument, OfdFile } from '#core/ofd/model/types.ts';
import { findEntry, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';

/**
 * What an action does (GB/T 33190-2016, clause 14); undefined if it only leads to a page or an address. The action's
 * Region is ignored. Elements that the standard does not define are assumed to launch something.
 */
function kindOf(action: XmlElement): ActiveKind | undefined {
  for (const { name } of action.children) {
    if (name === 'Goto' || name === 'URI' || name === 'Region') continue;
    if (name === 'GotoA') return 'attachment';
    return name === 'Sound' || name === 'Movie' ? 'media' : 'launch';
  }
  return undefined;
}

/** Actions below `element` that do more than lead to a page or an address. */
export function activeActions(element: XmlElement): { action: XmlElement; kind: ActiveKind }[] {
  const own = element.name === 'Actions' ? childrenNamed(element, 'Action') : [];
  return [
    ...own.flatMap((action) => {
      const kind = kindOf(action);
      return kind ? [{ action, kind }] : [];
    }),
    ...element.children.flatMap(activeActions),
  ];
}

/** Files of a document that may contain actions, each with the 0-based page it belongs to. */
export function filesWithActions(document: OfdDocument): { path: string; page?: number }[] {
  const out: { path: string; page?: number }[] = [{ path: document.path }];
  for (const { path } of document.templates) if (path !== undefined) out.push({ path });
  for (const [page, { path }] of document.pages.entries()) {
    if (path !== undefined) out.push({ path, page });
    for (const file of annotationFiles(document, page)) out.push({ path: file, page });
  }
  return out.filter(({ path }) => findEntry(document.package, path) !== undefined);
}

/** The file's XML; undefined if it cannot be read, in which case no reader runs its actions either. */
export function readTolerant(document: OfdDocument, path: string): XmlElement | undefined {
  try {
    return readXmlFile(document.package, path);
  } catch (error) {
    tolerate(document.package, error, `${path} cannot be read`);
    return undefined;
  }
}

/** The document's attachments (clause 20) and the file that lists them, as paths in the package. */
export function attachedFiles(file: OfdFile, document: OfdDocument): string[] {
  const at = childText(readXmlFile(file.package, document.path), 'Attachments');
  const list = at === undefined ? undefined : resolvePath(file.package, document.path, at);
  return [...(list === undefined ? [] : [list]), ...document.attachments.flatMap(({ path }) => path ?? [])];
}
