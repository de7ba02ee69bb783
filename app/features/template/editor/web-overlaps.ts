import type { Bytes } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import type { WebContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { type AnchorOverlap, anchorOverlaps } from '#core/template/fill/overlaps.ts';
import { layOutInBackground } from '../../../parts/typeset/typeset.ts';

/** The fillings for which overlaps are checked: empty, and with the longest values. */
const MODES = ['BLANK', 'LONGEST'] as const;
const NO_VALUES = { fields: {}, rows: {}, options: {} };

/** Placements of a web template that overlap when it is filled. Rejects like `layOutInBackground`. */
export async function webOverlaps(
  content: WebContent,
  { title, language, pictures }: { title: string; language: Language; pictures: ReadonlyMap<string, Bytes> },
): Promise<AnchorOverlap[]> {
  const found = new Map<string, AnchorOverlap>();
  for (const mode of MODES) {
    const filled = fillBody(content, NO_VALUES, { title, language, pictures, mode });
    const { boxes, pages } = await layOutInBackground(filled);
    const sizes = pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
    for (const one of anchorOverlaps(content.anchors, boxes, sizes)) found.set(`${one.a} ${one.b}`, one);
  }
  return [...found.values()];
}
