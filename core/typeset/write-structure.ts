import { type PdfObject, type PdfRef, pdfArrayOf, pdfDict, pdfName } from '#core/pdf/read/objects.ts';
import { textString } from '#core/pdf/read/text-string.ts';
import type { NewFile } from '#core/pdf/write/new-file.ts';
import { serialize } from '#core/pdf/write/serialize.ts';
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
  // The children of each element: 0 and above are elements, below are pieces of marked content (-1 is the first).
  const kids: number[][] = elements.map(() => []);
  const pieces: { readonly page: number[]; readonly number: number[] } = { page: [], number: [] };
  // For each page, the element of each piece of marked content, by its MCID.
  const contents: number[][] = pages.map(() => []);
  elements.forEach(({ parent }, i) => {
    if (parent !== undefined) kids[parent]!.push(i);
  });
  return {
    begin(page, element) {
      if (element === undefined) return '/Artifact <</Type/Layout>>';
      const number = contents[page]!.push(element) - 1;
      pieces.page.push(page);
      kids[element]!.push(-pieces.number.push(number));
      return `/${elements[element]!.role} <</MCID ${number}>>`;
    },
    finish() {
      elements.forEach((element, i) => {
        const written = kids[i]!.map((kid) =>
          kid < 0
            ? `<</Type/MCR/Pg ${pages[pieces.page[-kid - 1]!]!.num} 0 R/MCID ${pieces.number[-kid - 1]!}>>`
            : `${refs[kid]!.num} 0 R`,
        );
        const parent = element.parent === undefined ? root : refs[element.parent]!;
        file.setWritten(refs[i]!, writtenElement(element, parent, written));
      });
      const nums = contents.flatMap((list, page): PdfObject[] => [
        page,
        pdfArrayOf(list.map((element) => refs[element]!)),
      ]);
      file.set(
        root,
        pdfDict({
          Type: pdfName('StructTreeRoot'),
          K: refs[0]!,
          ParentTree: file.add(pdfDict({ Nums: pdfArrayOf(nums) })),
          ParentTreeNextKey: pages.length,
        }),
      );
      return root;
    },
  };
}

/** The dictionary of an element (14.7.2) as PDF syntax: a document of 100 pages has some 10,000. */
function writtenElement(element: StructureElement, parent: PdfRef, kids: readonly string[]): string {
  const { role, alt, columns, rows } = element;
  const attributes = attributesOf({ role, columns, rows });
  return (
    `<</Type/StructElem/S/${role}/P ${parent.num} 0 R` +
    (kids.length > 0 ? `/K[${kids.join(' ')}]` : '') +
    (alt === undefined ? '' : `/Alt${serialize(textString(alt))}`) +
    (attributes ? `/A${serialize(attributes)}` : '') +
    '>>'
  );
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
