import type { ItemBlock, ParagraphBlock, ParagraphStyle, PictureBlock } from '#core/typeset/document.ts';
import type { FlatBlock } from '../body.ts';
import { fillInlines } from './fill-inlines.ts';
import type { Filling, RepeatedRow } from './filling.ts';
import type { ItemLabels } from './item-labels.ts';

type Attrs = Partial<
  Record<'size' | 'leading' | 'indent' | 'firstIndent', number | null> & {
    align: ParagraphStyle['align'] | null;
  }
>;

/** The style that the text sets for a paragraph; the typesetter's defaults apply to the rest. */
export function styleOf(attrs: object | undefined): ParagraphStyle {
  const { align, size, leading, indent, firstIndent } = (attrs ?? {}) as Attrs;
  return {
    ...(align ? { align } : {}),
    ...(size ? { size } : {}),
    ...(leading ? { leading } : {}),
    ...(typeof indent === 'number' ? { indent } : {}),
    ...(typeof firstIndent === 'number' ? { firstIndent } : {}),
  };
}

export function paragraphOf(
  block: Extract<FlatBlock, { type: 'paragraph' }>,
  filling: Filling,
  row?: RepeatedRow,
  id?: string,
): ParagraphBlock {
  return {
    kind: 'paragraph',
    id,
    inlines: fillInlines(block.content, filling, row),
    style: styleOf(block.attrs),
  };
}

export function itemOf(
  block: Extract<FlatBlock, { type: 'item' }>,
  filling: Filling,
  labels: ItemLabels,
  row?: RepeatedRow,
  id?: string,
): ItemBlock {
  const { level, ordered } = block.attrs;
  return {
    kind: 'item',
    id,
    level,
    label: labels.next(level, ordered),
    inlines: fillInlines(block.content, filling, row),
  };
}

export function pictureOf(
  { attrs }: Extract<FlatBlock, { type: 'picture' }>,
  { pictures }: Filling,
  id?: string,
): PictureBlock {
  const { file, width, height, alt, align } = attrs;
  return { kind: 'picture', id, data: pictures.get(file), width, height, alt, ...(align ? { align } : {}) };
}
