import { AppError } from '#core/errors.ts';
import { addWarning, readXmlFile, resolvePath } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { readZOrder } from './open-document.ts';
import { readActions } from './read-actions.ts';
import { readPageArea } from './read-page-area.ts';
import type { OfdDocument, OfdLayer, OfdPage, PageArea } from './types.ts';

/** How many read pages of a document are kept. */
const KEPT_PAGES = 8;
const keptPages = new WeakMap<OfdDocument, Map<number, OfdPage>>();

/**
 * Reads the page at `index` (0-based, 7.7). Throws NOT_FOUND for an index past the end and DOCUMENT_BROKEN where the
 * page's file is missing or broken.
 */
export function readPage(document: OfdDocument, index: number): OfdPage {
  const kept = keptPages.get(document) ?? new Map<number, OfdPage>();
  keptPages.set(document, kept);
  const known = kept.get(index);
  if (known) return known;

  const ref = document.pages[index];
  if (!ref) throw new AppError('NOT_FOUND', { page: index });
  if (!ref.path) throw new AppError('DOCUMENT_BROKEN', { reason: `page ${index + 1} is not in the package` });
  const root = readXmlFile(document.package, ref.path);
  const page: OfdPage = {
    index,
    id: ref.id,
    path: ref.path,
    area: readArea(root) ?? document.area,
    templates: childrenNamed(root, 'Template').map((template) => {
      const id = template.attributes.TemplateID ?? '';
      const known = document.templates.find((other) => other.id === id)?.zOrder;
      return { id, zOrder: readZOrder(template.attributes.ZOrder) ?? known ?? 'Background' };
    }),
    resourceFiles: readPageResources(document, ref.path, root),
    layers: readLayers(root),
    actions: readActions(root),
  };
  if (kept.size >= KEPT_PAGES) kept.delete(kept.keys().next().value!);
  kept.set(index, page);
  return page;
}

const keptTemplates = new WeakMap<OfdDocument, Map<string, OfdPage>>();

/** Reads the template page of that id; undefined where it is missing or broken, with a warning. */
export function readTemplate(document: OfdDocument, id: string): OfdPage | undefined {
  const kept = keptTemplates.get(document) ?? new Map<string, OfdPage>();
  keptTemplates.set(document, kept);
  const known = kept.get(id);
  if (known) return known;
  const path = document.templates.find((template) => template.id === id)?.path;
  if (path === undefined) {
    addWarning(document.package, `template ${id} is not in the package`);
    return undefined;
  }
  try {
    const root = readXmlFile(document.package, path);
    const template: OfdPage = {
      index: -1,
      id,
      path,
      area: readArea(root) ?? document.area,
      templates: [],
      resourceFiles: readPageResources(document, path, root),
      layers: readLayers(root),
      actions: [],
    };
    if (kept.size >= KEPT_PAGES) kept.delete(kept.keys().next().value!);
    kept.set(id, template);
    return template;
  } catch {
    addWarning(document.package, `template ${id} cannot be read`);
    return undefined;
  }
}

/** The paper of the page at `index`, mm; the document's where the page has none of its own or cannot be read. */
export function pageArea(document: OfdDocument, index: number): PageArea {
  try {
    return readPage(document, index).area;
  } catch {
    return document.area;
  }
}

function readArea(root: XmlElement): PageArea | undefined {
  return readPageArea(child(root, 'Area'));
}

function readPageResources(document: OfdDocument, path: string, root: XmlElement): string[] {
  return childrenNamed(root, 'PageRes')
    .map((res) => resolvePath(document.package, path, res.text))
    .filter((found) => found !== undefined);
}

function readLayers(root: XmlElement): OfdLayer[] {
  return childrenNamed(child(root, 'Content'), 'Layer').map((element) => ({
    zOrder: readZOrder(element.attributes.Type) ?? 'Body',
    drawParam: element.attributes.DrawParam,
    element,
  }));
}
