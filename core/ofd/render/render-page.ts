import type { Box } from '#core/ofd/model/geometry.ts';
import { readPage, readTemplate } from '#core/ofd/model/read-page.ts';
import { readResources } from '#core/ofd/model/read-resources.ts';
import type { OfdDocument, OfdPage, ZOrder } from '#core/ofd/model/types.ts';
import { PAGE_WORK, withWork } from '#core/ofd/package/work.ts';
import { type Canvas, type DrawContext, newCanvas } from './context.ts';
import { drawAnnotations } from './draw-annotations.ts';
import { drawBlock } from './draw-block.ts';
import { drawStamps } from './draw-stamps.ts';
import { format } from './format.ts';

export interface RenderOptions {
  /** Draw annotations; true by default. */
  annotations?: boolean;
  /** Draw the seals of signatures; true by default. */
  stamps?: boolean;
  /** Colour of the paper, `#rrggbb`; white by default, `''` for transparent. */
  paper?: string;
  /** Prefix of every id in the SVG; needed if several pages share one HTML document. */
  idPrefix?: string;
}

export interface RenderedPage {
  /** A complete SVG document, one unit per mm; inert: no scripts, no links, no external resources. */
  svg: string;
  /** The paper in page coordinates, mm; its corner need not be 0, 0. */
  box: Box;
  /** Content that could not be drawn, or was drawn differently. */
  warnings: string[];
}

const ORDER: ZOrder[] = ['Background', 'Body', 'Foreground'];

/**
 * Draws the page at `index` (0-based) as SVG text in mm (GB/T 33190-2016): templates and layers by z-order, then
 * annotations, then seals. Content that cannot be drawn is left out with a warning. Throws NOT_FOUND if the index is
 * out of range, DOCUMENT_BROKEN if the page cannot be read, DOCUMENT_TOO_COMPLEX if drawing it takes too much work.
 *
 * ```ts
 * const { svg, warnings } = renderPage(document, 0, { stamps: false });
 * ```
 */
export function renderPage(document: OfdDocument, index: number, options: RenderOptions = {}): RenderedPage {
  return withWork(document.package.work, PAGE_WORK, () => render(document, index, options));
}

function render(document: OfdDocument, index: number, options: RenderOptions): RenderedPage {
  const page = readPage(document, index);
  const canvas = newCanvas(safePrefix(options.idPrefix ?? `ofd${index}-`), document.package.work);
  drawPage(canvas, document, index);
  if (options.annotations ?? true) drawAnnotations(contextFor(canvas, document, page), index);
  if (options.stamps ?? true) drawStamps(canvas, document, index, drawPage);

  const box = page.area.physical;
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(format);
  const paper = options.paper ?? '#ffffff';
  const sheet = /^#[0-9a-fA-F]{6}$/.test(paper)
    ? `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paper}"/>`
    : '';
  const defs = canvas.defs.length > 0 ? `<defs>${canvas.defs.join('')}</defs>` : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}mm" height="${height}mm">` +
    `${defs}${sheet}${canvas.out.join('')}</svg>`;
  return { svg, box, warnings: [...new Set([...canvas.warnings, ...document.package.warnings])] };
}

/** Draws templates and layers of a page. */
function drawPage(canvas: Canvas, document: OfdDocument, index: number): void {
  const page = readPage(document, index);
  const templates = page.templates.flatMap((ref) => {
    const template = readTemplate(document, ref.id);
    return template ? [{ zOrder: ref.zOrder, template }] : [];
  });
  for (const zOrder of ORDER) {
    for (const used of templates) if (used.zOrder === zOrder) drawLayers(canvas, document, used.template);
    drawLayers(canvas, document, page, zOrder);
  }
}

function drawLayers(canvas: Canvas, document: OfdDocument, page: OfdPage, zOrder?: ZOrder): void {
  const context = contextFor(canvas, document, page);
  const layers = zOrder
    ? page.layers.filter((layer) => layer.zOrder === zOrder)
    : ORDER.flatMap((order) => page.layers.filter((layer) => layer.zOrder === order));
  for (const layer of layers) drawBlock({ ...context, layerDrawParam: layer.drawParam }, layer.element);
}

function contextFor(canvas: Canvas, document: OfdDocument, page: OfdPage): DrawContext {
  const resources = readResources(document, page.resourceFiles);
  return { canvas, document, resources, depth: 0, patterns: 0, layerDrawParam: undefined, drawBlock };
}

const safePrefix = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '').replace(/^[^A-Za-z]+/, '') || 'ofd';
