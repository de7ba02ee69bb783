import { addWarning, readXmlFile, resolvePath } from '#core/ofd/package/open-package.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { readBoolean, readBox } from './read-values.ts';
import type { OfdAnnotation, OfdDocument } from './types.ts';

const pathsByDocument = new WeakMap<OfdDocument, Map<string, string[]>>();

/** The annotations of the page at `index` (clause 15), in order. What cannot be read is left out with a warning. */
export function readAnnotations(document: OfdDocument, index: number): OfdAnnotation[] {
  const id = document.pages[index]?.id;
  if (id === undefined || document.annotationsPath === undefined) return [];
  return (annotationPaths(document, document.annotationsPath).get(id) ?? []).flatMap((path) =>
    readFile(document, path),
  );
}

/** Paths of annotation files by the id of their page. */
function annotationPaths(document: OfdDocument, listPath: string): Map<string, string[]> {
  const known = pathsByDocument.get(document);
  if (known) return known;
  const paths = new Map<string, string[]>();
  pathsByDocument.set(document, paths);
  try {
    for (const page of childrenNamed(readXmlFile(document.package, listPath), 'Page')) {
      const loc = childText(page, 'FileLoc');
      const path = loc === undefined ? undefined : resolvePath(document.package, listPath, loc);
      const id = page.attributes.PageID ?? '';
      if (path === undefined) addWarning(document.package, `annotations ${loc ?? ''} are not in the package`);
      else paths.set(id, [...(paths.get(id) ?? []), path]);
    }
  } catch {
    addWarning(document.package, `${listPath} cannot be read`);
  }
  return paths;
}

function readFile(document: OfdDocument, path: string): OfdAnnotation[] {
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
  } catch {
    addWarning(document.package, `annotations ${path} cannot be read`);
    return [];
  }
}
