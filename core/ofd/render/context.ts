import { AppError, isAppError } from '#core/errors.ts';
import type { FontProgram } from '#core/ofd/font/outline.ts';
import { readFont } from '#core/ofd/font/read-font.ts';
import type { FontResource, Resources } from '#core/ofd/model/read-resources.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { addWarning, readFile } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';

/** What an object that contains others counts as. */
export const CONTAINER_WEIGHT = 10;

/** What drawing one page may cost; past it DOCUMENT_TOO_COMPLEX is thrown. */
export const RENDER_LIMITS = { characters: 40_000_000, objects: 100_000, depth: 16 };

/** Shared by all that is drawn into one SVG. */
export interface Canvas {
  out: string[];
  defs: string[];
  characters: number;
  objects: number;
  nextId: number;
  idPrefix: string;
  warnings: string[];
}

/** What one object is drawn with. */
export interface DrawContext {
  canvas: Canvas;
  document: OfdDocument;
  resources: Resources;
  /** Containers around the object: page blocks, composites, patterns, text clips. */
  depth: number;
  /** Draw parameter of the layer, inherited by its objects. */
  layerDrawParam: string | undefined;
  /** Draws the objects of a block; here so that patterns and composites need not import what draws them. */
  drawBlock: (context: DrawContext, block: XmlElement) => void;
}

export function newCanvas(idPrefix: string): Canvas {
  return { out: [], defs: [], characters: 0, objects: 0, nextId: 0, idPrefix, warnings: [] };
}

/** Adds markup to the page. */
export function emit(canvas: Canvas, markup: string): void {
  spend(canvas, markup);
  canvas.out.push(markup);
}

/** Adds a group around what `draw` adds; it is closed even where `draw` fails. */
export function emitGroup(canvas: Canvas, attributes: string, draw: () => void): void {
  emit(canvas, `<g${attributes}>`);
  try {
    draw();
  } finally {
    canvas.out.push('</g>');
  }
}

/** Adds a definition (clip path, gradient, pattern, mask) whose markup is made from its new id; returns the id. */
export function define(canvas: Canvas, markup: (id: string) => string): string {
  const id = `${canvas.idPrefix}${canvas.nextId++}`;
  const text = markup(id);
  spend(canvas, text);
  canvas.defs.push(text);
  return id;
}

function spend(canvas: Canvas, markup: string): void {
  canvas.characters += markup.length;
  if (canvas.characters > RENDER_LIMITS.characters) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page content' });
  }
}

/** Counts an object that is about to be drawn; one that contains others weighs more, as it can be used again and again. */
export function countObject(context: DrawContext, weight = 1): void {
  context.canvas.objects += weight;
  if (context.canvas.objects > RENDER_LIMITS.objects || context.depth > RENDER_LIMITS.depth + 1) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page objects' });
  }
}

/**
 * Whether drawing must stop for good. One picture, seal or composite that is too much by itself is left out instead.
 */
export function isExhausted(canvas: Canvas): boolean {
  return canvas.characters > RENDER_LIMITS.characters || canvas.objects > RENDER_LIMITS.objects;
}

export function warn(context: DrawContext, warning: string): void {
  const { warnings } = context.canvas;
  if (warnings.length < 100 && !warnings.includes(warning)) warnings.push(warning);
}

/** Runs `draw` into a text of its own instead of the page. */
export function capture(canvas: Canvas, draw: () => void): string {
  const { out } = canvas;
  canvas.out = [];
  try {
    draw();
    return canvas.out.join('');
  } finally {
    canvas.out = out;
  }
}

const fonts = new WeakMap<OfdDocument, Map<string, FontProgram | undefined>>();

/** The embedded program of a font; undefined where there is none or it cannot be read (with a warning). */
export function fontProgram(document: OfdDocument, font: FontResource | undefined): FontProgram | undefined {
  if (!font?.path) return undefined;
  const known = fonts.get(document) ?? new Map<string, FontProgram | undefined>();
  fonts.set(document, known);
  if (known.has(font.path)) return known.get(font.path);
  let program: FontProgram | undefined;
  try {
    program = readFont(readFile(document.package, font.path));
  } catch (e) {
    if (!isAppError(e)) throw e;
    addWarning(document.package, `font ${font.path} cannot be read; another one is used`);
  }
  known.set(font.path, program);
  return program;
}
