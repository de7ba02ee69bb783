import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { PACKAGE_LIMITS, type PackageLimits } from '#core/ofd/package/limits.ts';
import {
  addWarning,
  findEntry,
  type OfdPackage,
  openPackage,
  readXmlFile,
  resolvePath,
} from '#core/ofd/package/open-package.ts';
import { PAGE_WORK, type Work, withWork } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed, childText, descendant } from '#core/ofd/xml/walk-xml.ts';
import { readBoolean, readNumber } from './read-values.ts';
import type { DocBody, DocInfo, OfdFile } from './types.ts';

/** Maximum number of documents of one file; further ones are ignored. */
const MOST_DOCUMENTS = 1000;

/**
 * Opens an OFD file (GB/T 33190-2016): its zip and OFD.xml. Documents and pages are read lazily.
 * Throws DOCUMENT_NOT_OFD if it is not a zip or has no OFD.xml, and the errors of `openPackage` and `readXml`. `work`
 * is that of the enclosing file if this is the picture of a seal.
 *
 * ```ts
 * const file = openOfd(bytes);
 * const volume = openVolume(file);
 * const { svg } = renderPage(volume.parts[0].document, 0);
 * ```
 */
export function openOfd(bytes: Bytes, limits: PackageLimits = PACKAGE_LIMITS, work?: Work): OfdFile {
  const pkg = openPackage(bytes, limits, work);
  return withWork(pkg.work, PAGE_WORK, () => openRoot(pkg));
}

function openRoot(pkg: OfdPackage): OfdFile {
  const entry = findEntry(pkg, 'OFD.xml');
  if (!entry) throw new AppError('DOCUMENT_NOT_OFD', { reason: 'no OFD.xml' });
  const root = readXmlFile(pkg, entry.path);
  if (root.name.toUpperCase() !== 'OFD')
    throw new AppError('DOCUMENT_NOT_OFD', { reason: `root is ${root.name}` });
  const bodies = childrenNamed(root, 'DocBody')
    .slice(0, MOST_DOCUMENTS)
    .map((body): DocBody => {
      const locate = (loc: string | undefined) =>
        loc === undefined ? undefined : resolvePath(pkg, entry.path, loc);
      const docRoot = locate(childText(body, 'DocRoot'));
      if (docRoot === undefined) addWarning(pkg, 'a document of OFD.xml is not in the package');
      return {
        info: readDocInfo(child(body, 'DocInfo')),
        docRoot,
        signatures: locate(childText(body, 'Signatures')),
        versions: childrenNamed(child(body, 'Versions'), 'Version').map((version) => ({
          id: version.attributes.ID ?? '',
          index: readNumber(version.attributes.Index, 0),
          current: readBoolean(version.attributes.Current, false),
          path: locate(version.attributes.BaseLoc),
        })),
      };
    });
  if (bodies.length === 0) throw new AppError('DOCUMENT_NOT_OFD', { reason: 'no document' });
  return {
    package: pkg,
    version: root.attributes.Version ?? '',
    docType: root.attributes.DocType ?? '',
    root: entry.path,
    bodies,
  };
}

function readDocInfo(element: XmlElement | undefined): DocInfo {
  const text = (name: string) => childText(element, name);
  const info: DocInfo = {
    docId: text('DocID'),
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    abstract: text('Abstract'),
    created: text('CreationDate'),
    modified: text('ModDate'),
    usage: text('DocUsage'),
    creator: text('Creator'),
    creatorVersion: text('CreatorVersion'),
    keywords: childrenNamed(descendant(element, 'Keywords'), 'Keyword').map((k) => k.text.trim()),
    custom: childrenNamed(descendant(element, 'CustomDatas'), 'CustomData').map((c) => ({
      name: c.attributes.Name ?? '',
      value: c.text.trim(),
    })),
  };
  return info;
}
