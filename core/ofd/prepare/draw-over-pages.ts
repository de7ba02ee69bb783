import { type Bytes, utf8 } from '#core/bytes.ts';
import { type Drawing, transformItems, translation } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { findEntry } from '#core/ofd/package/open-package.ts';
import { pathObjects } from '#core/ofd/sign/drawing-objects.ts';
import {
  editXml,
  insertChild,
  OFD_NAMESPACE,
  prefixOf,
  replaceContents,
  XML_HEAD,
  xmlBytes,
} from '#core/ofd/sign/edit-xml.ts';
import { rewritePackage } from '#core/ofd/sign/rewrite-package.ts';
import { boxText } from '#core/ofd/sign/write-signature-xml.ts';
import { listSignatures } from '#core/ofd/verify/list-signatures.ts';
import { child, childText } from '#core/ofd/xml/walk-xml.ts';

/** Siblings that follow Template in a page, and TemplatePage in CommonData (GB/T 33190-2016, 7.5 and 7.7). */
const AFTER_TEMPLATE = ['PageRes', 'Area', 'Content', 'Actions'];
const AFTER_TEMPLATE_PAGE = ['DefaultCS'];

export interface Overlay {
  name: 'Watermark' | 'FooterCode';
  draw: (size: { widthMm: number; heightMm: number }) => Drawing;
  opacity?: number;
}

/**
 * Lays a drawing over every page of every document, as a template page in the foreground (GB/T 33190-2016, 7.6): pages
 * of equal size share one, so a long file grows little. `draw` gets a page's size in mm; `name` is the template's;
 * `opacity` is 0…1. Throws the errors of `openOfd`, and DOCUMENT_CANNOT_APPEND if the file is signed.
 */
export function drawOverPages(bytes: Bytes, { name, draw, opacity = 1 }: Overlay): Bytes {
  const file = openOfd(bytes);
  const { listings, missingLists } = listSignatures(file);
  if (listings.length > 0 || missingLists.length > 0)
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'the document is signed' });
  const changes = new Map<string, Bytes>();
  for (const { document } of openVolume(file).parts) markDocument(document, { name, draw, opacity }, changes);
  return rewritePackage(file.package.zip, changes);
}

function markDocument(
  document: OfdDocument,
  { name, draw, opacity }: Required<Overlay>,
  changes: Map<string, Bytes>,
): void {
  const pkg = document.package;
  const folder = document.path.slice(0, document.path.lastIndexOf('/') + 1);
  let root = editXml(pkg, document.path);
  const common = () => child(root.root, 'CommonData') ?? root.root;
  let nextId = Number(childText(common(), 'MaxUnitID') ?? 0) + 1;
  const templates = new Map<string, number>();

  const templateFor = (box: string, x: number, y: number, widthMm: number, heightMm: number): number => {
    const known = templates.get(box);
    if (known !== undefined) return known;
    const drawing = draw({ widthMm, heightMm });
    const moved = {
      widthMm: x + widthMm,
      heightMm: y + heightMm,
      items: transformItems(drawing.items, translation(x, y)),
    };
    const id = nextId;
    const objects = pathObjects(moved, id + 2, opacity);
    nextId = objects.nextId;
    let path = `${folder}Tpls/${name}_${id}/Content.xml`;
    while (findEntry(pkg, path) || changes.has(path)) path = path.replace(`${name}_`, `${name}_0`);
    changes.set(
      path,
      utf8(
        `${XML_HEAD}<ofd:Page xmlns:ofd="${OFD_NAMESPACE}"><ofd:Area><ofd:PhysicalBox>${box}</ofd:PhysicalBox></ofd:Area>` +
          `<ofd:Content><ofd:Layer ID="${id + 1}" Type="Foreground">\n${objects.xml}\n</ofd:Layer></ofd:Content></ofd:Page>`,
      ),
    );
    const prefix = prefixOf(root, common());
    const entry = `<${prefix}TemplatePage ID="${id}" Name="${name}" ZOrder="Foreground" BaseLoc="/${path}"/>`;
    root = insertChild(pkg, root, common(), entry, AFTER_TEMPLATE_PAGE);
    templates.set(box, id);
    return id;
  };

  for (const [index, { path }] of document.pages.entries()) {
    if (path === undefined || changes.has(path)) continue;
    const { physical } = pageArea(document, index);
    const id = templateFor(boxText(physical), physical.x, physical.y, physical.width, physical.height);
    const page = editXml(pkg, path);
    const entry = `<${prefixOf(page, page.root)}Template TemplateID="${id}" ZOrder="Foreground"/>`;
    changes.set(path, xmlBytes(insertChild(pkg, page, page.root, entry, AFTER_TEMPLATE)));
  }
  const max = child(common(), 'MaxUnitID');
  if (max) root = replaceContents(pkg, root, max, String(nextId));
  changes.set(document.path, xmlBytes(root));
}
