import type { Block, FaceName, Inline, MarginInline, MarginLine, TypesetDocument } from './document.ts';

type Map = (text: string, face: FaceName) => string;

/**
 * The document with each of its texts replaced by what `map` makes of it, given the face that it is set in. Numbers of
 * clauses and pages, which the layout makes itself, are no texts of the document.
 */
export function mapTexts(document: TypesetDocument, map: Map): TypesetDocument {
  const ofLine = (line: MarginLine): MarginLine => ({
    ...line,
    inlines: inlinesOf(line.inlines, 'text', map),
    ...(line.end ? { end: inlinesOf(line.end, 'text', map) } : {}),
  });
  const { page } = document;
  return {
    ...document,
    page: {
      ...page,
      ...(page.header ? { header: ofLine(page.header) } : {}),
      ...(page.footer ? { footer: ofLine(page.footer) } : {}),
    },
    blocks: document.blocks.map((block) => blockOf(block, map)),
  };
}

function inlinesOf<One extends Inline | MarginInline>(
  inlines: readonly One[],
  face: FaceName,
  map: Map,
): One[] {
  return inlines.map((inline) => {
    if (inline.kind !== 'text' && inline.kind !== 'field') return inline;
    const own = inline.bold === true && face === 'text' ? 'bold' : face;
    return inline.kind === 'text'
      ? { ...inline, text: map(inline.text, own) }
      : { ...inline, value: map(inline.value, own) };
  });
}

function blockOf<B extends Block>(block: B, map: Map, within?: FaceName): B;
function blockOf(block: Block, map: Map, within?: FaceName): Block {
  switch (block.kind) {
    case 'group':
      return { ...block, blocks: block.blocks.map((inner) => blockOf(inner, map, within)) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row, index) => ({
          cells: row.cells.map((cell) => {
            const face = cell.header || index < (block.headerRows ?? 0) ? 'bold' : undefined;
            return { ...cell, blocks: cell.blocks.map((inner) => blockOf(inner, map, face)) };
          }),
        })),
      };
    case 'picture':
    case 'pageBreak':
      return block;
    default: {
      const face = block.style?.face ?? within ?? (block.kind === 'heading' ? 'heading' : 'text');
      const inlines = inlinesOf(block.inlines, face, map);
      return block.kind === 'item'
        ? { ...block, label: map(block.label, face), inlines }
        : { ...block, inlines };
    }
  }
}
