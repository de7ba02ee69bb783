import { type Bytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { findEntry, type OfdPackage } from '#core/ofd/package/open-package.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import {
  editXml,
  insertChild,
  OFD_NAMESPACE,
  prefixOf,
  replaceContents,
  XML_HEAD,
  xmlBytes,
} from './edit-xml.ts';

/** Where a new signature goes, and the files that change with it. */
export type SignatureSlot = {
  id: number;
  /** Folder of its files, with a slash at the end. */
  folder: string;
  listPath: string;
  /** OFD.xml where it names the list for the first time, and the list. */
  changes: Map<string, Bytes>;
};

/**
 * Enters a new signature of type Seal at the end of Signatures.xml (GB/T 33190-2016, 18.1), which is made and named in
 * OFD.xml where the document has none yet. Throws DOCUMENT_BROKEN where the list that OFD.xml names is missing.
 */
export function addToSignatureList(file: OfdFile, document: number): SignatureSlot {
  const pkg = file.package;
  const changes = new Map<string, Bytes>();
  const body = file.bodies[document];
  if (!body?.docRoot) throw new AppError('DOCUMENT_BROKEN', { reason: 'the document is not in the package' });
  const listPath = body.signatures ?? nameNewList(file, document, body.docRoot, changes);
  const list = body.signatures ? editXml(pkg, listPath) : null;

  const known = childrenNamed(list?.root, 'Signature').map((s) => numberIn(s.attributes.ID ?? ''));
  const id =
    Math.max(0, numberIn(childText(list?.root, 'MaxSignId') ?? '') - (known.length > 0 ? 0 : 1), ...known) +
    1;
  const folder = freeFolder(pkg, listPath.slice(0, listPath.lastIndexOf('/') + 1));
  const signature = (prefix: string): string =>
    `<${prefix}Signature ID="${id}" Type="Seal" BaseLoc="/${folder}Signature.xml"/>`;
  if (!list) {
    const text =
      `${XML_HEAD}<ofd:Signatures xmlns:ofd="${OFD_NAMESPACE}"><ofd:MaxSignId>${id}</ofd:MaxSignId>` +
      `${signature('ofd:')}</ofd:Signatures>`;
    changes.set(listPath, utf8(text));
    return { id, folder, listPath, changes };
  }
  let edited = insertChild(pkg, list, list.root, signature(prefixOf(list, list.root)));
  const max = child(edited.root, 'MaxSignId');
  if (max) edited = replaceContents(pkg, edited, max, String(id));
  changes.set(listPath, xmlBytes(edited));
  return { id, folder, listPath, changes };
}

/** The path of a list that does not exist yet, entered in OFD.xml. */
function nameNewList(file: OfdFile, document: number, docRoot: string, changes: Map<string, Bytes>): string {
  const pkg = file.package;
  const xml = editXml(pkg, file.root);
  const element = childrenNamed(xml.root, 'DocBody')[document]!;
  if (childText(element, 'Signatures') !== undefined)
    throw new AppError('DOCUMENT_BROKEN', { reason: 'the list of signatures is not in the package' });
  const path = `${docRoot.slice(0, docRoot.lastIndexOf('/') + 1)}Signs/Signatures.xml`;
  if (findEntry(pkg, path))
    throw new AppError('DOCUMENT_BROKEN', { reason: `${path} is there but not named` });
  const prefix = prefixOf(xml, element);
  const empty = child(element, 'Signatures');
  const edited = empty
    ? replaceContents(pkg, xml, empty, `/${path}`)
    : insertChild(pkg, xml, element, `<${prefix}Signatures>/${path}</${prefix}Signatures>`);
  changes.set(file.root, xmlBytes(edited));
  return path;
}

/** The number in an id such as "3", "003" or "s4"; 0 where there is none. */
const numberIn = (id: string): number => Number(/\d{1,9}/.exec(id)?.[0] ?? 0);

function freeFolder(pkg: OfdPackage, base: string): string {
  const from = base.length;
  const used = new Set<string>();
  for (const path of pkg.filesAnyCase.keys())
    if (path.startsWith(base.toLowerCase())) used.add(path.slice(from, path.indexOf('/', from)));
  let n = 0;
  while (used.has(`sign_${n}`)) n++;
  return `${base}Sign_${n}/`;
}
