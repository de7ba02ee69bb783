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

/** Location of a new signature, and the files that change with it. */
export type SignatureSlot = {
  id: number;
  /** Folder of its files, with a trailing slash. */
  folder: string;
  /** Paths of the lists of all documents: no signature protects them. */
  lists: ReadonlySet<string>;
  /** OFD.xml if it names the list for the first time, and the list. */
  changes: Map<string, Bytes>;
};

/**
 * Appends a new signature of type Seal to Signatures.xml (GB/T 33190-2016, 18.1); the list is created and named in
 * OFD.xml if the document has none yet. Throws DOCUMENT_BROKEN if the list that OFD.xml names is missing.
 */
export function addToSignatureList(file: OfdFile, document: number): SignatureSlot {
  const pkg = file.package;
  const changes = new Map<string, Bytes>();
  const body = file.bodies[document];
  if (!body?.docRoot) throw new AppError('DOCUMENT_BROKEN', { reason: 'the document is not in the package' });
  const listPath = body.signatures ?? nameNewLists(file, document, changes);
  const list = body.signatures ? editXml(pkg, listPath) : null;
  const lists = new Set(file.bodies.map((b) => b.signatures).filter((path) => path !== undefined));
  for (const path of changes.keys()) if (path !== file.root) lists.add(path);

  const known = childrenNamed(list?.root, 'Signature').map((s) => numberIn(s.attributes.ID ?? ''));
  const said = numberIn(childText(list?.root, 'MaxSignId') ?? '') - (known.length > 0 ? 0 : 1);
  const id = known.reduce((most, one) => Math.max(most, one), Math.max(0, said)) + 1;
  const folder = freeFolder(pkg, listPath.slice(0, listPath.lastIndexOf('/') + 1));
  const signature = (prefix: string): string =>
    `<${prefix}Signature ID="${id}" Type="Seal" BaseLoc="/${folder}Signature.xml"/>`;
  if (!list) {
    changes.set(listPath, newList(id, signature('ofd:')));
    return { id, folder, lists, changes };
  }
  let edited = insertChild(pkg, list, list.root, signature(prefixOf(list, list.root)));
  const max = child(edited.root, 'MaxSignId');
  if (max) edited = replaceContents(pkg, edited, max, String(id));
  changes.set(listPath, xmlBytes(edited));
  return { id, folder, lists, changes };
}

/**
 * Names a list in OFD.xml for every document without one, because the first signature of any document protects
 * OFD.xml. Returns the path of the list of `document`; the others are created empty.
 */
function nameNewLists(file: OfdFile, document: number, changes: Map<string, Bytes>): string {
  const pkg = file.package;
  let xml = editXml(pkg, file.root);
  let own = '';
  for (const [i, { docRoot, signatures }] of file.bodies.entries()) {
    if (signatures !== undefined || docRoot === undefined) continue;
    const element = childrenNamed(xml.root, 'DocBody')[i]!;
    if (childText(element, 'Signatures') !== undefined)
      throw new AppError('DOCUMENT_BROKEN', { reason: 'the list of signatures is not in the package' });
    const folder = `${docRoot.slice(0, docRoot.lastIndexOf('/') + 1)}Signs`;
    const path = changes.has(`${folder}/Signatures.xml`)
      ? `${folder}_${i}/Signatures.xml`
      : `${folder}/Signatures.xml`;
    if (findEntry(pkg, path))
      throw new AppError('DOCUMENT_BROKEN', { reason: `${path} is there but not named` });
    const prefix = prefixOf(xml, element);
    const empty = child(element, 'Signatures');
    xml = empty
      ? replaceContents(pkg, xml, empty, `/${path}`)
      : insertChild(pkg, xml, element, `<${prefix}Signatures>/${path}</${prefix}Signatures>`);
    changes.set(path, newList(0, ''));
    if (i === document) own = path;
  }
  changes.set(file.root, xmlBytes(xml));
  return own;
}

const newList = (maxId: number, signatures: string): Bytes =>
  utf8(
    `${XML_HEAD}<ofd:Signatures xmlns:ofd="${OFD_NAMESPACE}"><ofd:MaxSignId>${maxId}</ofd:MaxSignId>${signatures}</ofd:Signatures>`,
  );

/** The number in an id such as "3", "003" or "s4"; 0 if there is none. */
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
