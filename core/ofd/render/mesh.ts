import { toBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { writePng } from '#core/ofd/image/write-png.ts';
import { type Box, boxAround, IDENTITY, type Matrix, transformBox } from '#core/ofd/model/geometry.ts';
import { readNumber } from '#core/ofd/model/read-values.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { type DrawContext, define } from './context.ts';
import { format, invert, transformAttribute } from './format.ts';
import type { GraphicState } from './graphic-state.ts';
import { paintTriangles, type Triangle, type Vertex } from './paint-triangles.ts';
import { type Color, readColor } from './read-color.ts';

/** Maximum number of points of one mesh; a larger one is refused. */
const MOST_POINTS = 20_000;
/** Work units per point, and per pixel of the picture. */
const POINT = 100;
const PIXEL = 15;

/**
 * GouraudShd and LaGouraudShd (8.3.4.4, 8.3.4.5): triangles with colours interpolated between the corners, given one by
 * one or as a lattice. SVG lacks such shadings, so the colours become a bitmap, clipped by the triangles to keep edges
 * sharp. Returns `url(#…)`; undefined if there is no triangle. Throws DOCUMENT_TOO_COMPLEX.
 */
export function meshPaint(
  context: DrawContext,
  state: GraphicState,
  shading: XmlElement,
  toObject: Matrix | undefined,
): string | undefined {
  const points = childrenNamed(shading, 'Point');
  if (points.length > MOST_POINTS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'mesh' });
  spend(context.canvas.work, shading.children.length + points.length * POINT);
  const vertices = points.map((point) => readVertex(context, point));
  const perRow = Math.floor(readNumber(shading.attributes.VerticesPerRow, 0));
  const triangles = shading.name === 'GouraudShd' ? freeTriangles(vertices) : lattice(vertices, perRow);
  if (triangles.length === 0) return undefined;

  const box = boxAround(triangles.flat());
  if (!(box.width > 0) || !(box.height > 0)) return undefined;
  const picture = pictureOf(context, triangles, box);
  const back = readNumber(shading.attributes.Extend, 0) === 1 ? child(shading, 'BackColor') : undefined;
  const outside = back ? readColor(context.document, context.resources, back) : undefined;
  return definePaint(context, tileOf(state, box), toObject ?? IDENTITY, {
    triangles,
    box,
    picture,
    outside,
  });
}

interface MeshVertex extends Vertex {
  edge: number;
}

function readVertex(context: DrawContext, point: XmlElement): MeshVertex {
  const color = child(point, 'Color');
  const { rgb, alpha } = color
    ? readColor(context.document, context.resources, color)
    : { rgb: '#000000', alpha: 1 };
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16));
  return {
    x: readNumber(point.attributes.X, 0),
    y: readNumber(point.attributes.Y, 0),
    color: [r!, g!, b!, alpha * 255],
    edge: readNumber(point.attributes.EdgeFlag, 0),
  };
}

/** EdgeFlag 0 starts a triangle with the next two points; 1 and 2 continue from a side of the previous triangle. */
function freeTriangles(vertices: MeshVertex[]): Triangle[] {
  const triangles: Triangle[] = [];
  for (let i = 0; i < vertices.length; ) {
    const vertex = vertices[i]!;
    const last = triangles.at(-1);
    if (last && vertex.edge === 1) triangles.push([last[1], last[2], vertex]);
    else if (last && vertex.edge === 2) triangles.push([last[0], last[2], vertex]);
    else {
      if (i + 2 >= vertices.length) break;
      triangles.push([vertex, vertices[i + 1]!, vertices[i + 2]!]);
      i += 2;
    }
    i++;
  }
  return triangles;
}

/** Triangles of a lattice: every four neighbouring points form two. */
function lattice(vertices: Vertex[], perRow: number): Triangle[] {
  const triangles: Triangle[] = [];
  if (perRow < 2) return triangles;
  for (let row = 0; (row + 2) * perRow <= vertices.length; row++) {
    for (let i = 0; i + 1 < perRow; i++) {
      const [a, b] = [vertices[row * perRow + i]!, vertices[row * perRow + i + 1]!];
      const [c, d] = [vertices[(row + 1) * perRow + i]!, vertices[(row + 1) * perRow + i + 1]!];
      triangles.push([a, b, c], [b, c, d]);
    }
  }
  return triangles;
}

/** The colours as a PNG over `box`; its resolution follows from the number of triangles, as colours vary smoothly. */
function pictureOf(context: DrawContext, triangles: Triangle[], box: Box): string {
  const side = Math.max(96, Math.min(512, Math.round(48 * Math.sqrt(triangles.length))));
  const longest = Math.max(box.width, box.height);
  const width = Math.max(4, Math.round((side * box.width) / longest));
  const height = Math.max(4, Math.round((side * box.height) / longest));
  spend(context.canvas.work, width * height * PIXEL);
  const data = paintTriangles(triangles, box, width, height, (pixels) =>
    spend(context.canvas.work, pixels * PIXEL),
  );
  return `data:image/png;base64,${toBase64(writePng({ width, height, kind: 'rgba', data }))}`;
}

/** The area to paint: the object, which is clipped to its boundary; the pattern must not repeat inside it. */
function tileOf(state: GraphicState, mesh: Box): Box {
  const inverse = invert(state.ctm);
  const { width, height } = state.boundary;
  const object = inverse && transformBox(inverse, { x: 0, y: 0, width, height });
  if (!object || !(object.width > 0) || !(object.height > 0)) return mesh;
  const slack = Math.max(1, state.lineWidth);
  return {
    x: object.x - slack,
    y: object.y - slack,
    width: object.width + 2 * slack,
    height: object.height + 2 * slack,
  };
}

interface MeshPaint {
  triangles: Triangle[];
  box: Box;
  picture: string;
  outside: Color | undefined;
}

/** Normalises the orientation, so that a path of overlapping triangles has no hole. */
function sameTurn(triangle: Triangle): Triangle {
  const [a, b, c] = triangle;
  const turn = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  return turn < 0 ? [a, c, b] : triangle;
}

function definePaint(context: DrawContext, tile: Box, toObject: Matrix, mesh: MeshPaint): string {
  const { canvas } = context;
  const edges = mesh.triangles
    .map(sameTurn)
    .map((triangle) => `M${triangle.map((v) => `${format(v.x)} ${format(v.y)}`).join('L')}Z`)
    .join('');
  const clip = define(canvas, (name) => `<clipPath id="${name}"><path d="${edges}"/></clipPath>`);
  const place = (box: Box) =>
    `x="${format(box.x)}" y="${format(box.y)}" width="${format(box.width)}" height="${format(box.height)}"`;
  const alpha = mesh.outside && mesh.outside.alpha < 1 ? ` fill-opacity="${format(mesh.outside.alpha)}"` : '';
  const back = mesh.outside ? `<rect ${place(tile)} fill="${mesh.outside.rgb}"${alpha}/>` : '';
  const id = define(
    canvas,
    (name) =>
      `<pattern id="${name}" patternUnits="userSpaceOnUse" ${place(tile)}` +
      `${transformAttribute(toObject, 'patternTransform')}>${back}` +
      `<g clip-path="url(#${clip})"><image ${place(mesh.box)} preserveAspectRatio="none" href="${mesh.picture}"/></g></pattern>`,
  );
  return `url(#${id})`;
}
