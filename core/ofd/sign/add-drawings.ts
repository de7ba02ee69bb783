import { type Bytes, utf8 } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { findEntry, resolvePath } from '#core/ofd/package/open-package.ts';
import { listSignatures } from '#core/ofd/verify/list-signatures.ts';
import { child, childrenNamed, childText, escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { pathObjects } from './drawing-objects.ts';
import {
  type EditableXml,
  editXml,
  insertChild,
  OFD_NAMESPACE,
  prefixOf,
  replaceContents,
  XML_HEAD,
  xmlBytes,
} from './edit-xml.ts';
import { rewritePackage } from './rewrite-package.ts';
import { boxText } from './write-signature-xml.ts';

/** A drawing to be laid on a page: a date or text stamp, handwriting, a watermark. */
export type PlacedDrawing = {
  /** From 0. */
  pageIndex: number;
  kind: 'stamp' | 'watermark';
  drawing: Drawing;
  /** Its left top corner, mm from the page's left top corner. */
  x: number;
  y: number;
  /** 0…1; 1 unless told. */
  opacity?: number;
  /** What it says, for people and searches. */
  remark?: string;
};

/** Siblings that come after Annotations in Document.xml (GB/T 33190-2016, 7.5). */
const AFTER_ANNOTATIONS = ['CustomTags', 'Attachments', 'Extensions'];

/**
 * Lays drawings on pages as annotations (GB/T 33190-2016, clause 15), before the first signature. `modified` is the
 * date that they carry, epoch ms. All other entries keep their bytes. Throws what `openOfd` throws,
 * DOCUMENT_CANNOT_APPEND where the file is signed, and INPUT_INVALID for a page that is not there.
 */
export function addDrawings(
  bytes: Bytes,
  placed: readonly PlacedDrawing[],
  modified: number,
  documentIndex = 0,
): Bytes {
  if (placed.length === 0) return bytes;
  const file = openOfd(bytes);
  const document = openDocument(file, documentIndex);
  const { listings, missingLists } = listSignatures(file);
  if (listings.length > 0 || missingLists.length > 0)
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'the document is signed' });

  const changes = new Map<string, Bytes>();
  let root = editXml(file.package, document.path);
  let nextId = Number(childText(child(root.root, 'CommonData'), 'MaxUnitID') ?? 0) + 1;
  const lists = openList(document, root);
  root = lists.root;
  let list = lists.list;

  for (const [pageIndex, drawings] of byPage(placed)) {
    const page = document.pages[pageIndex];
    if (!page) throw new AppError('INPUT_INVALID', { page: pageIndex + 1 }, 'pageIndex');
    const annots: string[] = [];
    for (const one of drawings) {
      const written = annotOf(document, one, modified, nextId);
      annots.push(written.xml);
      nextId = written.nextId;
    }
    const known = childrenNamed(list.root, 'Page').find((p) => p.attributes.PageID === page.id);
    const path = resolvePath(file.package, lists.path, childText(known, 'FileLoc') ?? '');
    if (path !== undefined) {
      changes.set(path, withAnnots(document, path, annots));
      continue;
    }
    const fresh = freePath(document, lists.path, pageIndex);
    changes.set(fresh, newPageAnnots(annots));
    const prefix = prefixOf(list, list.root);
    const entry = `<${prefix}Page PageID="${escapeXml(page.id)}"><${prefix}FileLoc>/${fresh}</${prefix}FileLoc></${prefix}Page>`;
    list = insertChild(file.package, list, list.root, entry);
  }
  changes.set(lists.path, xmlBytes(list));
  const max = child(child(root.root, 'CommonData'), 'MaxUnitID');
  if (max) root = replaceContents(file.package, root, max, String(nextId));
  changes.set(document.path, xmlBytes(root));
  return rewritePackage(file.package.zip, changes);
}

function byPage(placed: readonly PlacedDrawing[]): Map<number, PlacedDrawing[]> {
  const pages = new Map<number, PlacedDrawing[]>();
  for (const one of placed) pages.set(one.pageIndex, [...(pages.get(one.pageIndex) ?? []), one]);
  return pages;
}

/** Annotations.xml, made and named in Document.xml where there is none. */
function openList(
  document: OfdDocument,
  root: EditableXml,
): { path: string; list: EditableXml; root: EditableXml } {
  const pkg = document.package;
  if (document.annotationsPath !== undefined)
    return { path: document.annotationsPath, list: editXml(pkg, document.annotationsPath), root };
  const path = `${document.path.slice(0, document.path.lastIndexOf('/') + 1)}Annots/Annotations.xml`;
  if (findEntry(pkg, path))
    throw new AppError('DOCUMENT_BROKEN', { reason: `${path} is there but not named` });
  const text = `${XML_HEAD}<ofd:Annotations xmlns:ofd="${OFD_NAMESPACE}"></ofd:Annotations>`;
  const list: EditableXml = {
    text,
    root: {
      name: 'Annotations',
      attributes: {},
      children: [],
      text: '',
      start: XML_HEAD.length,
      end: text.length,
      closeStart: text.lastIndexOf('</'),
    },
  };
  const empty = child(root.root, 'Annotations');
  const prefix = prefixOf(root, root.root);
  const named = empty
    ? replaceContents(pkg, root, empty, `/${path}`)
    : insertChild(
        pkg,
        root,
        root.root,
        `<${prefix}Annotations>/${path}</${prefix}Annotations>`,
        AFTER_ANNOTATIONS,
      );
  return { path, list, root: named };
}

function freePath(document: OfdDocument, listPath: string, pageIndex: number): string {
  const folder = listPath.slice(0, listPath.lastIndexOf('/') + 1);
  for (let n = 0; ; n++) {
    const path = `${folder}Page_${pageIndex}/Annotation${n === 0 ? '' : `_${n}`}.xml`;
    if (!findEntry(document.package, path)) return path;
  }
}

function annotOf(
  document: OfdDocument,
  { pageIndex, kind, drawing, x, y, opacity = 1, remark }: PlacedDrawing,
  modified: number,
  id: number,
): { xml: string; nextId: number } {
  const paper = pageArea(document, pageIndex).physical;
  const boundary = { x: x + paper.x, y: y + paper.y, width: drawing.widthMm, height: drawing.heightMm };
  if (!Object.values(boundary).every(Number.isFinite)) throw new AppError('INPUT_INVALID', {}, 'boundary');
  const objects = pathObjects(drawing, id + 1, opacity);
  const type = kind === 'watermark' ? 'Watermark' : 'Stamp';
  const date = new Date(modified).toISOString().slice(0, 10);
  const said = remark === undefined ? '' : `<ofd:Remark>${escapeXml(remark)}</ofd:Remark>`;
  return {
    xml:
      `<ofd:Annot ID="${id}" Type="${type}" Creator="Signet" LastModDate="${date}" Visible="true" Print="true" ReadOnly="true">` +
      `${said}<ofd:Appearance Boundary="${boxText(boundary)}">\n${objects.xml}\n</ofd:Appearance></ofd:Annot>`,
    nextId: objects.nextId,
  };
}

const newPageAnnots = (annots: string[]): Bytes =>
  utf8(`${XML_HEAD}<ofd:PageAnnot xmlns:ofd="${OFD_NAMESPACE}">\n${annots.join('\n')}\n</ofd:PageAnnot>`);

/** The page's own file with the annotations after those it has; they bring their namespace with them. */
function withAnnots(document: OfdDocument, path: string, annots: string[]): Bytes {
  const pkg = document.package;
  const xml = editXml(pkg, path);
  const inner = annots
    .map((a) => a.replace('<ofd:Annot ', `<ofd:Annot xmlns:ofd="${OFD_NAMESPACE}" `))
    .join('\n');
  return xmlBytes(insertChild(pkg, xml, xml.root, inner));
}
