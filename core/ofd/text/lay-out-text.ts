import type { FontProgram } from '#core/ofd/font/outline.ts';
import { MOST_LIST, readNumber, readNumbers, readOptionalNumber } from '#core/ofd/model/read-values.ts';
import { spend, type Work } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';

/** One positioned glyph of a TextObject: start of its baseline in object space, mm. */
export interface PlacedGlyph {
  /** The characters it represents; empty for the later glyphs of a group. */
  text: string;
  x: number;
  y: number;
  /** Glyph number from CGTransform; undefined if the font's character map determines it. */
  glyph: number | undefined;
  /** Distance to the next glyph of the same TextCode, or else the font's width; mm in reading direction. */
  advance: number;
  /** Whether the space up to the next glyph is known; not so for the last glyph of a run with distances. */
  measured: boolean;
}

/** Maximum number of glyphs of a text object. */
const MOST_GLYPHS = 100_000;
/** Work units per character of XML, per glyph and per transform. */
const CHARACTER = 5;
const GLYPH = 30;
const TRANSFORM = 30;

interface Transform {
  position: number;
  codes: number;
  glyphs: number[];
}

/**
 * The glyphs of a TextObject (11.3): TextCode runs with their DeltaX and DeltaY, grouped by its CGTransforms. A run
 * without deltas is laid out with the font's widths.
 */
export function layOutText(
  element: XmlElement,
  size: number,
  font: FontProgram | undefined,
  work: Work,
): PlacedGlyph[] {
  const out: PlacedGlyph[] = [];
  const direction = readNumber(element.attributes.ReadDirection, 0);
  let transforms: Transform[] = [];
  let x = 0;
  let y = 0;
  let shift = 0;
  const codes = element.children.filter((c) => c.name === 'TextCode');
  const firstCode = element.children.findIndex((c) => c.name === 'TextCode');
  // If all transforms precede several runs, their positions count across the runs.
  const counted =
    codes.length > 1 && !element.children.slice(firstCode).some((c) => c.name === 'CGTransform');
  for (const child of element.children) {
    if (child.name === 'CGTransform') transforms.push(readTransform(child, work));
    if (child.name !== 'TextCode') continue;
    spend(work, child.text.length * CHARACTER + transforms.length * TRANSFORM);
    spend(
      work,
      ((child.attributes.DeltaX?.length ?? 0) + (child.attributes.DeltaY?.length ?? 0)) * CHARACTER,
    );
    x = readOptionalNumber(child.attributes.X) ?? x;
    y = readOptionalNumber(child.attributes.Y) ?? y;
    const characters = [...cleanText(child.text.slice(0, MOST_LIST))].slice(0, MOST_GLYPHS);
    const groups = groupGlyphs(characters, transforms, counted ? shift : 0);
    shift += characters.length;
    if (!counted) transforms = [];
    spend(work, groups.length * GLYPH);
    placeRun(out, groups, child, { x, y, size, direction, font });
    if (out.length > MOST_GLYPHS) break;
  }
  return out;
}

function readTransform(element: XmlElement, work: Work): Transform {
  const text = element.children.find((c) => c.name === 'Glyphs')?.text;
  spend(work, TRANSFORM + (text?.length ?? 0) * CHARACTER);
  const glyphs = readNumbers(text).slice(0, MOST_GLYPHS);
  return {
    position: readNumber(element.attributes.CodePosition, 0),
    codes: Math.max(1, readNumber(element.attributes.CodeCount, 1)),
    glyphs: glyphs.slice(0, Math.max(1, readNumber(element.attributes.GlyphCount, glyphs.length))),
  };
}

/** Removes line breaks and the indentation after them: they are XML formatting, not text. */
export function cleanText(text: string): string {
  return text.replace(/[\r\n][\r\n\t ]*|\t/g, '');
}

interface Group {
  text: string;
  glyph: number | undefined;
}

function groupGlyphs(characters: string[], transforms: Transform[], shift: number): Group[] {
  const starts = new Map(transforms.map((transform) => [transform.position - shift, transform]));
  const groups: Group[] = [];
  for (let i = 0; i < characters.length; ) {
    const transform = starts.get(i);
    if (!transform || transform.glyphs.length === 0) {
      groups.push({ text: characters[i]!, glyph: undefined });
      i++;
      continue;
    }
    const covered = characters.slice(i, i + transform.codes);
    const oneToOne = covered.length === transform.glyphs.length;
    transform.glyphs.forEach((glyph, k) => {
      const text = oneToOne ? covered[k]! : k === 0 ? covered.join('') : '';
      groups.push({ text, glyph });
    });
    i += covered.length;
  }
  return groups;
}

interface Run {
  x: number;
  y: number;
  size: number;
  direction: number;
  font: FontProgram | undefined;
}

function placeRun(out: PlacedGlyph[], groups: Group[], code: XmlElement, run: Run): void {
  const deltaX = readDeltas(code.attributes.DeltaX);
  const deltaY = readDeltas(code.attributes.DeltaY);
  const free = deltaX.length === 0 && deltaY.length === 0;
  let { x, y } = run;
  groups.forEach((group, i) => {
    const natural = naturalAdvance(group, run);
    const [dx, dy] = free
      ? along(run.direction, natural)
      : [deltaX[i] ?? deltaX.at(-1) ?? 0, deltaY[i] ?? deltaY.at(-1) ?? 0];
    const last = i === groups.length - 1;
    const stepped = Math.hypot(dx, dy);
    out.push({
      text: group.text,
      glyph: group.glyph,
      x,
      y,
      advance: last || stepped === 0 ? natural : stepped,
      measured: free || !last,
    });
    x += dx;
    y += dy;
  });
}

function along(direction: number, step: number): [number, number] {
  if (direction === 90) return [0, step];
  if (direction === 180) return [-step, 0];
  return direction === 270 ? [0, -step] : [step, 0];
}

/** The font's width, else one em for wide characters and half an em for others. */
function naturalAdvance(group: Group, run: Run): number {
  const code = group.text.codePointAt(0) ?? 0x20;
  const glyph = group.glyph ?? run.font?.glyphOf(code) ?? 0;
  const width = run.font && glyph > 0 ? run.font.advance(glyph) : undefined;
  if (run.font && width !== undefined && width > 0) return (width / run.font.unitsPerEm) * run.size;
  return [...group.text].reduce((sum, c) => sum + (isWide(c.codePointAt(0)!) ? 1 : 0.5), 0) * run.size;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xffef && !(code >= 0xff61 && code <= 0xffdc)) ||
    code > 0x1ffff ||
    (code >= 0x2014 && code <= 0x2026)
  );
}

/**
 * A queue of distances with the short form `g n v`: n times v (11.3, table 46). Anything but a number reads as 0; the
 * queue holds at most MOST_GLYPHS.
 */
export function readDeltas(text: string | undefined): number[] {
  const tokens =
    text
      ?.slice(0, MOST_LIST)
      .trim()
      .split(/[\s,]+/) ?? [];
  const out: number[] = [];
  for (let i = 0; i < tokens.length && out.length < MOST_GLYPHS; i++) {
    const token = tokens[i]!;
    if (token === '') continue;
    if (token.toLowerCase() !== 'g') {
      out.push(finite(token));
      continue;
    }
    const wanted = Number.parseInt(tokens[i + 1] ?? '', 10) || 0;
    const count = Math.max(0, Math.min(wanted, MOST_GLYPHS - out.length));
    const value = finite(tokens[i + 2] ?? '');
    for (let k = 0; k < count; k++) out.push(value);
    i += 2;
  }
  return out;
}

function finite(text: string): number {
  const n = Number.parseFloat(text);
  return Number.isFinite(n) && Math.abs(n) < 1e7 ? n : 0;
}
