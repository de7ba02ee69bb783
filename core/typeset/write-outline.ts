import { type PdfRef, pdfArray, pdfDict, pdfName } from '#core/pdf/read/objects.ts';
import { textString } from '#core/pdf/read/text-string.ts';
import type { NewFile } from '#core/pdf/write/new-file.ts';
import type { OutlineEntry, Typeset } from './display.ts';

interface Node {
  readonly entry: OutlineEntry | undefined;
  readonly ref: PdfRef;
  readonly kids: Node[];
}

/** The bookmarks (12.3.3), expanded to the second level; undefined for a document without headings. */
export function writeOutline(
  file: NewFile,
  { outline, pages }: Pick<Typeset, 'outline' | 'pages'>,
  refs: readonly PdfRef[],
): PdfRef | undefined {
  if (outline.length === 0) return undefined;
  const root: Node = { entry: undefined, ref: file.reserve(), kids: [] };
  const path = [root];
  for (const entry of outline) {
    while (path.length > 1 && path[path.length - 1]!.entry!.level >= entry.level) path.pop();
    const node = { entry, ref: file.reserve(), kids: [] };
    path[path.length - 1]!.kids.push(node);
    path.push(node);
  }
  const write = (node: Node, parent: Node | undefined, depth: number, at: number) => {
    const { entry, kids } = node;
    const page = entry && pages[entry.page];
    file.set(
      node.ref,
      pdfDict({
        Type: entry ? undefined : pdfName('Outlines'),
        Title: entry && textString(entry.title),
        Parent: parent?.ref,
        Prev: parent?.kids[at - 1]?.ref,
        Next: parent?.kids[at + 1]?.ref,
        First: kids[0]?.ref,
        Last: kids[kids.length - 1]?.ref,
        Count: kids.length === 0 ? undefined : depth < 2 ? kids.length : -kids.length,
        Dest:
          entry && page
            ? pdfArray(refs[entry.page]!, pdfName('XYZ'), null, ((page.height - entry.y) * 72) / 25.4, null)
            : undefined,
      }),
    );
    kids.forEach((kid, i) => {
      write(kid, node, depth + 1, i);
    });
  };
  write(root, undefined, 0, 0);
  return root.ref;
}
