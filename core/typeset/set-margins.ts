import { breakLines } from './break-lines.ts';
import { type GlyphCase, glyphsOf } from './characters.ts';
import type { DisplayItem } from './display.ts';
import type { Inline, MarginLine, TypesetDocument } from './document.ts';
import type { PageBuilder } from './page-builder.ts';
import { charactersOf, MM_PER_POINT, sameLook } from './set-text.ts';

const MARGIN_COLOUR = '#555555';

/** Adds header and footer to every page, once the page count is known. They are artifacts for screen readers. */
export function setMargins(builder: PageBuilder, { page }: TypesetDocument, glyphCase: GlyphCase): void {
  const width = page.width - page.margin.left - page.margin.right;
  const lines = [
    { line: page.header, y: page.margin.top * 0.55, ruleAt: page.margin.top * 0.55 + 2 },
    {
      line: page.footer,
      y: page.height - page.margin.bottom * 0.5,
      ruleAt: page.height - page.margin.bottom * 0.5 - 5,
    },
  ];
  builder.pages.forEach(({ items }, index) => {
    for (const { line, y, ruleAt } of lines) {
      if (!line) continue;
      if (line.rule) {
        const from = [page.margin.left, ruleAt] as const;
        const to = [page.width - page.margin.right, ruleAt] as const;
        items.push({ kind: 'line', from, to, width: 0.2, colour: '#666666' });
      }
      const parts = [
        { ...line },
        ...(line.end ? [{ ...line, inlines: line.end, align: 'right' as const }] : []),
      ];
      for (const part of parts) {
        const text = textOf(part, index + 1, builder.pages.length);
        items.push(...oneLine(text, part, { x: page.margin.left, y, width }, glyphCase));
      }
    }
  });
}

const textOf = ({ inlines }: MarginLine, page: number, pages: number): Inline[] =>
  inlines.map((inline) =>
    inline.kind === 'text'
      ? inline
      : { kind: 'text', text: String(inline.kind === 'pageNumber' ? page : pages) },
  );

/** Truncates the text after one line. */
function oneLine(
  inlines: readonly Inline[],
  { align, size = 9 }: MarginLine,
  at: { x: number; y: number; width: number },
  glyphCase: GlyphCase,
): DisplayItem[] {
  const em = size * MM_PER_POINT;
  const glyphs = glyphsOf(inlines, { face: 'text', size: em, colour: MARGIN_COLOUR }, glyphCase, () => '');
  const [line] = breakLines(glyphs, {
    width: at.width,
    align: align === 'justify' ? 'left' : align,
    size: em,
  });
  if (!line) return [];
  const items: DisplayItem[] = [];
  for (let i = 0; i < line.glyphs.length; ) {
    const end = sameLook(line.glyphs, i);
    const { face, colour } = line.glyphs[i]!;
    const x = at.x + line.xs[i]!;
    items.push({
      kind: 'text',
      x,
      y: at.y,
      size: line.glyphs[i]!.size,
      face,
      colour,
      ...charactersOf(line, [i, end]),
      element: undefined,
    });
    i = end;
  }
  return items;
}
