import { AppError } from '#core/errors.ts';
import { addWarning, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import { PAGE_WORK, withWork } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { readActions } from './read-actions.ts';
import { readPageArea } from './read-page-area.ts';
import { attribute, readBoolean, readOptionalNumber } from './read-values.ts';
import type { Attachment, DocBody, OfdDocument, OfdFile, Outline, TemplateRef, ZOrder } from './types.ts';

/** Maximum number of pages of one document; more are refused with DOCUMENT_TOO_COMPLEX. */
const MOST_PAGES = 20_000;
/** Maximum number of templates, resource files and entries of other lists; further ones are ignored. */
const MOST_LISTED = 2_000;

/**
 * Opens the document at `index` of OFD.xml (7.5): areas, resources, page references, outlines, attachments and tags.
 * Pages are read lazily. Throws DOCUMENT_BROKEN if there is no such document or it has no pages.
 */
export function openDocument(file: OfdFile, index = 0): OfdDocument {
  const body = file.bodies[index];
  if (!body?.docRoot) throw new AppError('DOCUMENT_BROKEN', { reason: 'the document is not in the package' });
  return openDocumentAt(file, body, body.docRoot);
}

function openDocumentAt(file: OfdFile, body: DocBody, path: string): OfdDocument {
  return withWork(file.package.work, PAGE_WORK, () => readDocument(file, body, path));
}

function readDocument(file: OfdFile, body: DocBody, path: string): OfdDocument {
  const pkg = file.package;
  const root = readXmlFile(pkg, path);
  const locate = (loc: string | undefined) => {
    const found = loc === undefined ? undefined : resolvePath(pkg, path, loc);
    if (loc !== undefined && found === undefined) addWarning(pkg, `${loc.trim()} is not in the package`);
    return found;
  };
  const common = child(root, 'CommonData');
  const pageElements = childrenNamed(child(root, 'Pages'), 'Page');
  if (pageElements.length > MOST_PAGES) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'pages' });
  const pages = pageElements.map((page) => ({
    id: page.attributes.ID ?? '',
    path: locate(page.attributes.BaseLoc),
  }));
  if (pages.length === 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'a document without pages' });
  const resources = [...childrenNamed(common, 'PublicRes'), ...childrenNamed(common, 'DocumentRes')];
  const permissions = child(root, 'Permissions');
  return {
    file,
    package: pkg,
    body,
    path,
    area: readPageArea(child(common, 'PageArea')) ?? { physical: { x: 0, y: 0, width: 210, height: 297 } },
    pages,
    templates: childrenNamed(common, 'TemplatePage')
      .slice(0, MOST_LISTED)
      .map(
        (template): TemplateRef => ({
          id: template.attributes.ID ?? '',
          name: template.attributes.Name ?? '',
          zOrder: readZOrder(template.attributes.ZOrder),
          path: locate(template.attributes.BaseLoc),
        }),
      ),
    resourceFiles: [...new Set(resources.slice(0, MOST_LISTED).map((res) => locate(res.text)))].filter(
      (found) => found !== undefined,
    ),
    defaultColorSpace: childText(common, 'DefaultCS'),
    annotationsPath: locate(childText(root, 'Annotations')),
    outlines: readOutlines(child(root, 'Outlines'), new Map(pages.map((page, i) => [page.id, i])), 0),
    attachments: readAttachments(file, locate(childText(root, 'Attachments'))),
    customTags: readCustomTags(file, locate(childText(root, 'CustomTags'))),
    actions: readActions(root),
    permissions: permissions
      ? Object.fromEntries(
          permissions.children.map((c) => [c.name, c.text.trim() || JSON.stringify(c.attributes)]),
        )
      : {},
  };
}

/** The type of a layer or template; undefined for unknown values, so that the caller applies its own default. */
export function readZOrder(text: string | undefined): ZOrder | undefined {
  return text === 'Background' || text === 'Body' || text === 'Foreground' ? text : undefined;
}

function readOutlines(element: XmlElement | undefined, pages: Map<string, number>, depth: number): Outline[] {
  if (depth > 32) return [];
  return childrenNamed(element, 'OutlineElem').map((item) => {
    const goto = readActions(item).find((action) => action.kind === 'goto');
    return {
      title: (item.attributes.Title ?? '').trim(),
      pageIndex: goto ? pages.get(goto.target) : undefined,
      children: readOutlines(item, pages, depth + 1),
    };
  });
}

function readAttachments(file: OfdFile, path: string | undefined): Attachment[] {
  const root = path === undefined ? undefined : tryXml(file, path);
  return childrenNamed(root, 'Attachment').map((item) => {
    const loc = childText(item, 'FileLoc');
    return {
      id: item.attributes.ID ?? '',
      name: item.attributes.Name ?? '',
      format: item.attributes.Format ?? '',
      size: readOptionalNumber(item.attributes.Size),
      visible: readBoolean(attribute(item, 'Visible', 'Visibled'), true),
      path: loc === undefined ? undefined : resolvePath(file.package, path!, loc),
    };
  });
}

function readCustomTags(file: OfdFile, path: string | undefined) {
  const root = path === undefined ? undefined : tryXml(file, path);
  return childrenNamed(root, 'CustomTag').map((tag) => {
    const loc = childText(tag, 'FileLoc');
    return {
      nameSpace: attribute(tag, 'NameSpace', 'TypeID') ?? '',
      path: loc === undefined ? undefined : resolvePath(file.package, path!, loc),
    };
  });
}

/** Reads an optional file; if it is broken, the pages remain readable. */
function tryXml(file: OfdFile, path: string): XmlElement | undefined {
  try {
    return readXmlFile(file.package, path);
  } catch (error) {
    tolerate(file.package, error, `${path} cannot be read`);
    return undefined;
  }
}
