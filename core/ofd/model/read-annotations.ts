import { addWarning, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { readBoolean, readBox } from './read-values.ts';
import type { OfdAnnotation, OfdDocument } from './types.ts';

/** Maximum number of annotation files of one page. */
const MOST_FILES = 200;

const pathsByDocument = new WeakMap<OfdDocument, Map<string, string[]>>();

/** Paths of the annotation files of the page at `index` (clause 15), in order; reading them one by one saves memory. */
export function annotationFiles(document: OfdDocument, index: number): readonly string[] {
  const id = document.pages[index]?.id;
  if (id === undefined || document.annotationsPath === undefined) return [];
  return annotationPaths(document, document.annotationsPath).get(id) ?? [];
}

/** Paths of annotation files by the id of their page. */
function annotationPaths(document: OfdDocument, listPath: string): Map<string, string[]> {
  const known = pathsByDocument.get(document);
  if (known) return known;
  const paths = new Map<string, string[]>();
  try {
    for (const page of childrenNamed(readXmlFile(document.package, listPath), 'Page')) {
      const loc = childText(page, 'FileLoc');
      const path = loc === undefined ? undefined : resolvePath(document.package, listPath, loc);
      const id = page.attributes.PageID ?? '';
      if (path === undefined) addWarning(document.package, `annotations ${loc ?? ''} are not in the package`);
      else if (!paths.get(id)?.includes(path))
        paths.set(id, [...(paths.get(id) ?? []), path].slice(0, MOST_FILES));
    }
  } catch (error) {
    tolerate(document.package, error, `${listPath} cannot be read`);
  }
  pathsByDocument.set(document, paths);
  return paths;
}

/**
 * The annotations of one file (clause 15). A file that cannot be read yields none and a warning; throws
 * DOCUMENT_TOO_COMPLEX only if the work allowance is spent.
 */
export function readAnnotationFile(document: OfdDocument, path: string): OfdAnnotation[] {
  try {
    return childrenNamed(readXmlFile(document.package, path), 'Annot').map((annot): OfdAnnotation => {
      const appearance = child(annot, 'Appearance');
      return {
        id: annot.attributes.ID ?? '',
        type: annot.attributes.Type ?? '',
        subtype: annot.attributes.Subtype,
        visible: readBoolean(annot.attributes.Visible, true),
        print: readBoolean(annot.attributes.Print, true),
        creator: annot.attributes.Creator,
        modified: annot.attributes.LastModDate,
        remark: childText(annot, 'Remark'),
        boundary: readBox(appearance?.attributes.Boundary) ?? { x: 0, y: 0, width: 0, height: 0 },
        path,
        appearance,
      };
    });
  } catch (error) {
    tolerate(document.package, error, `annotations ${path} cannot be read`);
    return [];
  }
}
