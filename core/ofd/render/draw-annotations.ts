import { annotationFiles, readAnnotationFile } from '#core/ofd/model/read-annotations.ts';
import { type DrawContext, emitGroup } from './context.ts';
import { format } from './format.ts';

/** Draws the appearances of the page's visible annotations (clause 15), each relative to its boundary's corner. */
export function drawAnnotations(context: DrawContext, index: number): void {
  for (const path of annotationFiles(context.document, index)) {
    for (const { visible, appearance, boundary } of readAnnotationFile(context.document, path)) {
      if (!visible || !appearance) continue;
      const place = ` transform="translate(${format(boundary.x)} ${format(boundary.y)})"`;
      emitGroup(context.canvas, place, () => context.drawBlock(context, appearance));
    }
  }
}
