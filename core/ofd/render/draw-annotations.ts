import { readAnnotations } from '#core/ofd/model/read-annotations.ts';
import { type DrawContext, emitGroup } from './context.ts';
import { format } from './format.ts';

/** Appearances of the page's visible annotations (clause 15), each from its boundary's corner. */
export function drawAnnotations(context: DrawContext, index: number): void {
  for (const annotation of readAnnotations(context.document, index)) {
    const { appearance, boundary } = annotation;
    if (!annotation.visible || !appearance) continue;
    const place = ` transform="translate(${format(boundary.x)} ${format(boundary.y)})"`;
    emitGroup(context.canvas, place, () => context.drawBlock(context, appearance));
  }
}
