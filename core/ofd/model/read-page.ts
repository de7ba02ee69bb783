import { AppError } from '#core/errors.ts';
import { addWarning, findEntry, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import { PAGE_WORK, withWork } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { readZOrder } from './open-document.ts';
import { readActions } from './read-actions.ts';
import { readPageArea } from './read-page-area.ts';
import { readPageHead } from './read-page-head.ts';
import type { OfdDocument, OfdLayer, OfdPage, PageArea } from './types.ts';

/** Cache limits per document: pages and templates, and bytes of their XML. */
const CACHED_PAGES = 16;
const CACHED_BYTES = 4_000_000;
/** Maximum number of templates, resource files and layers of one page; further ones are ignored. */
const MOST_LISTED = 500;

/** The content of a page's file; several pages may share it. */
type PageFile = Omit<OfdPage, 'index' | 'id'>;

interface PageCache {
  files: Map<string, { page: PageFile; bytes: number }>;
  bytes: number;
  areas: Map<string, PageArea>;
}

const cacheByDocument = new WeakMap<OfdDocument, PageCache>();

function cacheOf(document: OfdDocument): PageCache {
  const cache = cacheByDocument.get(document) ?? { files: new Map(), bytes: 0, areas: new Map() };
  cacheByDocument.set(document, cache);
  return cache;
}

/**
 * Reads the page at `index` (0-based, 7.7). Throws NOT_FOUND if the index is out of range and DOCUMENT_BROKEN if the
 * page's file is missing or broken.
 */
export function readPage(document: OfdDocument, index: number): OfdPage {
  const ref = document.pages[index];
  if (!ref) throw new AppError('NOT_FOUND', { page: index });
  if (!ref.path) throw new AppError('DOCUMENT_BROKEN', { reason: `page ${index + 1} is not in the package` });
  return { ...readPageFile(document, ref.path), index, id: ref.id };
}

/** Reads the template page with that id; undefined, with a warning, if it is missing or broken. */
export function readTemplate(document: OfdDocument, id: string): OfdPage | undefined {
  const path = document.templates.find((template) => template.id === id)?.path;
  if (path === undefined) {
    addWarning(document.package, `template ${id} is not in the package`);
    return undefined;
  }
  try {
    return { ...readPageFile(document, path), templates: [], actions: [], index: -1, id };
  } catch (error) {
    tolerate(document.package, error, `template ${id} cannot be read`);
    return undefined;
  }
}

function readPageFile(document: OfdDocument, path: string): PageFile {
  const cache = cacheOf(document);
  const known = cache.files.get(path);
  if (known) return known.page;
  const root = readXmlFile(document.package, path);
  const page: PageFile = {
    path,
    area: readArea(root) ?? document.area,
    templates: childrenNamed(root, 'Template')
      .slice(0, MOST_LISTED)
      .map((template) => {
        const id = template.attributes.TemplateID ?? '';
        const known = document.templates.find((other) => other.id === id)?.zOrder;
        return { id, zOrder: readZOrder(template.attributes.ZOrder) ?? known ?? 'Background' };
      }),
    resourceFiles: readPageResources(document, path, root),
    layers: readLayers(root),
    actions: readActions(root),
  };
  keep(cache, path, page, findEntry(document.package, path)?.size ?? 0);
  return page;
}

/** Caches a file and evicts the oldest ones; the newest always stays: a page is drawn, then searched. */
function keep(cache: PageCache, path: string, page: PageFile, bytes: number): void {
  cache.files.set(path, { page, bytes });
  cache.bytes += bytes;
  for (const [oldest, { bytes: freed }] of cache.files) {
    if (oldest === path || (cache.files.size <= CACHED_PAGES && cache.bytes <= CACHED_BYTES)) break;
    cache.files.delete(oldest);
    cache.bytes -= freed;
  }
}

/**
 * The paper of the page at `index`, mm; the document's if the page has none of its own or cannot be read. Only the
 * beginning of the page's file is read, so that long documents open quickly.
 */
export function pageArea(document: OfdDocument, index: number): PageArea {
  const path = document.pages[index]?.path;
  if (path === undefined) return document.area;
  const { areas, files } = cacheOf(document);
  const area = areas.get(path) ?? files.get(path)?.page.area ?? areaInFile(document, path);
  areas.set(path, area);
  return area;
}

function areaInFile(document: OfdDocument, path: string): PageArea {
  return withWork(document.package.work, PAGE_WORK, () => {
    try {
      const head = readPageHead(document.package, path);
      return head ? (readArea(head) ?? document.area) : readPageFile(document, path).area;
    } catch {
      return document.area;
    }
  });
}

/** Only an Area before Content counts (7.7), so that the head and the whole file give the same result. */
function readArea(root: XmlElement): PageArea | undefined {
  const content = root.children.findIndex((element) => element.name === 'Content');
  const before = content < 0 ? root.children : root.children.slice(0, content);
  return readPageArea(before.find((element) => element.name === 'Area'));
}

function readPageResources(document: OfdDocument, path: string, root: XmlElement): string[] {
  const found = childrenNamed(root, 'PageRes')
    .slice(0, MOST_LISTED)
    .map((res) => resolvePath(document.package, path, res.text));
  return [...new Set(found)].filter((file) => file !== undefined);
}

function readLayers(root: XmlElement): OfdLayer[] {
  return childrenNamed(child(root, 'Content'), 'Layer')
    .slice(0, MOST_LISTED)
    .map((element) => ({
      zOrder: readZOrder(element.attributes.Type) ?? 'Body',
      drawParam: element.attributes.DrawParam,
      element,
    }));
}
