import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName } from '#core/pdf/read/objects.ts';
import { textString } from '#core/pdf/read/text-string.ts';
import type { NewFile } from '#core/pdf/write/new-file.ts';
import type { StructureElement } from './display.ts';

/** Builds the structure tree of a new file (ISO 32000-2, 14.7) while the pages are drawn. */
export interface Tagger {
  /** The operands of BDC for content of the element on the page (from 0); without an element, for an artifact. */
  begin(page: number, element: number | undefined): string;
  /** Writes the tree and returns its root. */
  finish(): PdfRef;
}

export function makeTagger(
  file: NewFile,
  elements: readonly StructureElement[],
  pages: readonly PdfRef[],
): Tagger {
  const root = file.reserve();
  const refs = elements.map(() => file.reserve());
  const kids: PdfObject[][] = elements.map(() => []);
  // For each page, the element of each piece of marked content, by its MCID.
  const contents: PdfRef[][] = pages.map(() => []);
  elements.forEach(({ parent }, i) => {
    if (parent !== undefined) kids[parent]!.push(refs[i]!);
  });
  return {
    begin(page, element) {
      if (element === undefined) return '/Artifact <</Type/Layout>>';
      const number = contents[page]!.push(refs[element]!) - 1;
      kids[element]!.push(pdfDict({ Type: pdfName('MCR'), Pg: pages[page]!, MCID: number }));
      return `/${elements[element]!.role} <</MCID ${number}>>`;
    },
    finish() {
      elements.forEach((element, i) => {
        file.set(
          refs[i]!,
          dictOf(element, element.parent === undefined ? root : refs[element.parent]!, kids[i]!),
        );
      });
      const nums = contents.flatMap((list, page): PdfObject[] => [page, pdfArray(...list)]);
      file.set(
        root,
        pdfDict({
          Type: pdfName('StructTreeRoot'),
          K: refs[0]!,
          ParentTree: file.add(pdfDict({ Nums: pdfArray(...nums) })),
          ParentTreeNextKey: pages.length,
        }),
      );
      return root;
    },
  };
}

function dictOf(element: StructureElement, parent: PdfRef, kids: readonly PdfObject[]): PdfObject {
  const { role, alt, columns, rows } = element;
  return pdfDict({
    Type: pdfName('StructElem'),
    S: pdfName(role),
    P: parent,
    K: kids.length > 0 ? pdfArray(...kids) : undefined,
    Alt: alt === undefined ? undefined : textString(alt),
    A: attributesOf({ role, columns, rows }),
  });
}

function attributesOf({ role, columns, rows }: Pick<StructureElement, 'role' | 'columns' | 'rows'>) {
  if (role === 'L') return pdfDict({ O: pdfName('List'), ListNumbering: pdfName('Unordered') });
  if (role !== 'TH' && role !== 'TD') return undefined;
  if (role === 'TD' && columns === undefined && rows === undefined) return undefined;
  return pdfDict({
    O: pdfName('Table'),
    Scope: role === 'TH' ? pdfName('Column') : undefined,
    ColSpan: columns,
    RowSpan: rows,
  });
}
