import { AppError, isAppError } from '#core/errors.ts';
import type { FontProgram } from '#core/ofd/font/outline.ts';
import { readFont } from '#core/ofd/font/read-font.ts';
import type { FontResource, Resources } from '#core/ofd/model/read-resources.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { addWarning, findEntry, readEntry } from '#core/ofd/package/open-package.ts';
import { isSpent, spend, type Work } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';

/** Weight of an object that contains others. */
export const CONTAINER_WEIGHT = 10;

/** Limits on drawing one page; past them DOCUMENT_TOO_COMPLEX is thrown. */
export const RENDER_LIMITS = { characters: 24_000_000, objects: 100_000, depth: 16, patterns: 4 };

/** Work units per object, and per character of markup. */
const OBJECT = 200;
const CHARACTER = 1;

/** State shared by everything drawn into one SVG. */
export interface Canvas {
  out: string[];
  defs: string[];
  characters: number;
  objects: number;
  nextId: number;
  idPrefix: string;
  warnings: string[];
  work: Work;
}

/** Context in which one object is drawn. */
export interface DrawContext {
  canvas: Canvas;
  document: OfdDocument;
  resources: Resources;
  /** Nesting depth in containers: page blocks, composites, patterns, text clips. */
  depth: number;
  /** Nesting depth in patterns: each level redraws everything below it. */
  patterns: number;
  /** Draw parameter of the layer, inherited by its objects. */
  layerDrawParam: string | undefined;
  /** Draws the objects of a block; passed in to avoid an import cycle with patterns and composites. */
  drawBlock: (context: DrawContext, block: XmlElement) => void;
}

/** An empty canvas. `idPrefix` keeps ids unique if several SVGs share one HTML document. */
export function newCanvas(idPrefix: string, work: Work): Canvas {
  return { out: [], defs: [], characters: 0, objects: 0, nextId: 0, idPrefix, warnings: [], work };
}

/** Adds markup to the page. */
export function emit(canvas: Canvas, markup: string): void {
  spendMarkup(canvas, markup);
  canvas.out.push(markup);
}

/** Wraps the markup that `draw` adds in a group, which is closed even if `draw` throws. */
export function emitGroup(canvas: Canvas, attributes: string, draw: () => void): void {
  emit(canvas, `<g${attributes}>`);
  try {
    draw();
  } finally {
    canvas.out.push('</g>');
  }
}

/** Adds a definition (clip path, gradient, pattern, mask) whose markup is built from its new id; returns the id. */
export function define(canvas: Canvas, markup: (id: string) => string): string {
  const id = `${canvas.idPrefix}${canvas.nextId++}`;
  const text = markup(id);
  spendMarkup(canvas, text);
  canvas.defs.push(text);
  return id;
}

function spendMarkup(canvas: Canvas, markup: string): void {
  spend(canvas.work, markup.length * CHARACTER);
  canvas.characters += markup.length;
  if (canvas.characters > RENDER_LIMITS.characters) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page content' });
  }
}

/**
 * Counts an object before it is drawn; one that contains others weighs more, as it can be reused many times. Throws
 * DOCUMENT_TOO_COMPLEX past the limits, including nesting depth.
 */
export function countObject(context: DrawContext, weight = 1): void {
  spend(context.canvas.work, weight * OBJECT);
  context.canvas.objects += weight;
  if (context.canvas.objects > RENDER_LIMITS.objects || context.depth > RENDER_LIMITS.depth + 1) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page objects' });
  }
}

/**
 * Whether drawing must stop entirely. A single picture, seal or composite that is too complex is left out instead.
 */
export function isExhausted(canvas: Canvas): boolean {
  return (
    canvas.characters > RENDER_LIMITS.characters ||
    canvas.objects > RENDER_LIMITS.objects ||
    isSpent(canvas.work)
  );
}

export function warn(context: DrawContext, warning: string): void {
  warnOn(context.canvas, warning);
}

/** Records a warning once, up to 100. */
export function warnOn({ warnings }: Canvas, warning: string): void {
  if (warnings.length < 100 && !warnings.includes(warning)) warnings.push(warning);
}

/** Runs `draw` and returns its markup instead of adding it to the page. */
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

interface FontCache {
  byPath: Map<string, FontProgram | undefined>;
  bytes: number;
}

const fonts = new WeakMap<OfdDocument, FontCache>();
/** Maximum bytes of one embedded font, and of all cached fonts of a document; a font beyond them is substituted. */
const MOST_FONT_BYTES = 32_000_000;
const CACHED_FONT_BYTES = 48_000_000;
/** Work units for reading a font's tables. */
const FONT = 200_000;

/**
 * The embedded program of a font; undefined if there is none or it cannot be read (with a warning). Throws
 * DOCUMENT_TOO_COMPLEX only if the work allowance is spent.
 */
export function fontProgram(document: OfdDocument, font: FontResource | undefined): FontProgram | undefined {
  if (!font?.path) return undefined;
  const cache = fonts.get(document) ?? { byPath: new Map<string, FontProgram | undefined>(), bytes: 0 };
  fonts.set(document, cache);
  if (cache.byPath.has(font.path)) return cache.byPath.get(font.path);
  const pkg = document.package;
  let program: FontProgram | undefined;
  try {
    const entry = findEntry(pkg, font.path);
    const size = entry?.size ?? 0;
    if (!entry || size > MOST_FONT_BYTES || cache.bytes + size > CACHED_FONT_BYTES)
      throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'fonts' });
    spend(pkg.work, FONT);
    program = readFont(readEntry(pkg, entry));
    cache.bytes += size;
  } catch (e) {
    // A spent allowance is not the font's fault: the next page tries it again.
    if (!isAppError(e) || isSpent(pkg.work)) throw e;
    addWarning(pkg, `font ${font.path} cannot be read; another one is used`);
  }
  cache.byPath.set(font.path, program);
  return program;
}
