import { readAnnotations } from '#core/ofd/model/read-annotations.ts';
import { type DrawContext, emit } from './context.ts';
import { format } from './format.ts';

/** Appearances of the page's visible annotations (clause 15), each from its boundary's corner. */
export function drawAnnotations(context: DrawContext, index: number): void {
  for (const annotation of readAnnotations(context.document, index)) {
    if (!annotation.visible || !annotation.appearance) continue;
    const { x, y } = annotation.boundary;
    emit(context.canvas, `<g transform="translate(${format(x)} ${format(y)})">`);
    context.drawBlock(context, annotation.appearance);
    emit(context.canvas, '</g>');
  }
}
