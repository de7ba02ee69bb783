import {
  type Box,
  boxAround,
  IDENTITY,
  type Matrix,
  multiply,
  transformBox,
  transformPoint,
} from '#core/ofd/model/geometry.ts';
import { readPage, readTemplate } from '#core/ofd/model/read-page.ts';
import { type Resources, readResources } from '#core/ofd/model/read-resources.ts';
import { readNumber } from '#core/ofd/model/read-values.ts';
import type { OfdDocument, OfdPage, ZOrder } from '#core/ofd/model/types.ts';
import { PAGE_WORK, spend, withWork } from '#core/ofd/package/work.ts';
import {
  type Canvas,
  countObject,
  type DrawContext,
  fontProgram,
  newCanvas,
} from '#core/ofd/render/context.ts';
import { readGraphicState } from '#core/ofd/render/graphic-state.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { layOutText } from './lay-out-text.ts';

/** A character (or the characters of one glyph) on a page. */
export interface TextCharacter {
  text: string;
  /** Axis-aligned box on the page, mm. */
  box: Box;
}

/** The characters of one TextObject in the order of the file. */
export interface TextRun {
  text: string;
  characters: TextCharacter[];
  /** Bounding box, mm. */
  box: Box;
  /** Font size on the page, mm. */
  size: number;
  /** Direction of its line, degrees clockwise. */
  angle: number;
}

const ORDER: ZOrder[] = ['Background', 'Body', 'Foreground'];
/** Maximum number of characters of a page; further ones are ignored. */
const MOST_CHARACTERS = 300_000;
const MOST_DEPTH = 16;

/** Work units per positioned character, and per element examined. */
const CHARACTER = 60;
const CHILD = 3;

interface TextCollector {
  runs: TextRun[];
  characters: number;
  /** Required by `readGraphicState`; nothing is drawn on it. */
  canvas: Canvas;
}

/**
 * The text of the page at `index` with positions in mm, for search, selection and a text layer: from its templates and
 * layers, in drawing order. Invisible objects are left out; annotations and seals are not text of the page.
 *
 * ```ts
 * const words = pageText(document, 0).map((run) => run.text);
 * ```
 */
export function pageText(document: OfdDocument, index: number): TextRun[] {
  return withWork(document.package.work, PAGE_WORK, () => collectText(document, index));
}

function collectText(document: OfdDocument, index: number): TextRun[] {
  const page = readPage(document, index);
  const found: TextCollector = { runs: [], characters: 0, canvas: newCanvas('text', document.package.work) };
  for (const zOrder of ORDER) {
    for (const ref of page.templates) {
      const template = ref.zOrder === zOrder ? readTemplate(document, ref.id) : undefined;
      if (template) collectPage(document, template, ORDER, found);
    }
    collectPage(document, page, [zOrder], found);
  }
  return found.runs;
}

function collectPage(document: OfdDocument, page: OfdPage, orders: ZOrder[], found: TextCollector): void {
  const resources = readResources(document, page.resourceFiles);
  for (const order of orders) {
    for (const layer of page.layers) {
      if (layer.zOrder === order) collect(document, resources, layer.element, IDENTITY, 0, found);
    }
  }
}

function collect(
  document: OfdDocument,
  resources: Resources,
  block: XmlElement,
  outer: Matrix,
  depth: number,
  found: TextCollector,
): void {
  if (depth > MOST_DEPTH) return;
  spend(document.package.work, block.children.length * CHILD);
  for (const element of block.children) {
    if (found.characters > MOST_CHARACTERS) return;
    if (element.name === 'PageBlock') collect(document, resources, element, outer, depth + 1, found);
    if (element.name !== 'TextObject' && element.name !== 'CompositeObject') continue;
    const context = stateContext(document, resources, found.canvas);
    countObject(context);
    const state = readGraphicState(context, element);
    if (!state.visible) continue;
    const matrix = multiply(outer, state.matrix);
    if (element.name === 'TextObject') {
      const run = readRun(document, resources, element, matrix);
      if (run) found.runs.push(run);
      found.characters += run?.characters.length ?? 1;
    } else {
      const unit = resources.composites.get(element.attributes.ResourceID ?? '');
      // Counted as well, so that nested composites terminate.
      found.characters++;
      if (unit?.content) collect(document, resources, unit.content, matrix, depth + 1, found);
    }
  }
}

function stateContext(document: OfdDocument, resources: Resources, canvas: Canvas): DrawContext {
  return {
    canvas,
    document,
    resources,
    depth: 0,
    patterns: 0,
    layerDrawParam: undefined,
    drawBlock: () => {},
  };
}

function readRun(
  document: OfdDocument,
  resources: Resources,
  element: XmlElement,
  matrix: Matrix,
): TextRun | undefined {
  const size = Math.abs(readNumber(element.attributes.Size, 0));
  if (!(size > 0)) return undefined;
  const hScale = readNumber(element.attributes.HScale, 1) || 1;
  const turn = ((readNumber(element.attributes.CharDirection, 0) % 360) + 360) % 360;
  const font = fontProgram(document, resources.fonts.get(element.attributes.Font ?? ''));
  const characters: TextCharacter[] = [];
  for (const glyph of layOutText(element, size, font, document.package.work)) {
    if (glyph.text === '') continue;
    const width =
      Math.min(Math.max(glyph.advance, size * 0.25), size * 1.2 * [...glyph.text].length) * Math.abs(hScale);
    const cell = characterCell(turn, width, size);
    const box = transformBox(matrix, { ...cell, x: cell.x + glyph.x, y: cell.y + glyph.y });
    characters.push({ text: glyph.text, box });
  }
  spend(document.package.work, characters.length * CHARACTER);
  if (characters.length === 0) return undefined;
  const origin = transformPoint(matrix, 0, 0);
  const along = transformPoint(matrix, 1, 0);
  return {
    text: characters.map((c) => c.text).join(''),
    characters,
    box: unionBox(characters.map((c) => c.box)),
    size: size * Math.hypot(matrix[2], matrix[3]),
    angle: (Math.atan2(along.y - origin.y, along.x - origin.x) * 180) / Math.PI,
  };
}

/** Box of a character around the start of its baseline: 0.86 em above and 0.14 em below, rotated with the glyph. */
function characterCell(turn: number, width: number, size: number): Box {
  const up = size * 0.86;
  const down = size * 0.14;
  if (turn === 90) return { x: -down, y: 0, width: size, height: width };
  if (turn === 180) return { x: -width, y: -down, width, height: size };
  if (turn === 270) return { x: -up, y: -width, width: size, height: width };
  return { x: 0, y: -up, width, height: size };
}

/** The bounding box of all boxes. */
export function unionBox(boxes: Box[]): Box {
  return boxAround(boxes.flatMap((box) => [box, { x: box.x + box.width, y: box.y + box.height }]));
}
