/** Where a glyph's outline is drawn to; font units, y grows upwards. Every contour ends with `close`. */
export interface OutlineSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadTo(x1: number, y1: number, x: number, y: number): void;
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  close(): void;
  /** Told of work before it is done, in units of about 10 ns; throws once there is too much. */
  spend?(units: number): void;
}

/** A font program: glyphs by number, independent of the machine's fonts. */
export interface FontProgram {
  unitsPerEm: number;
  glyphCount: number;
  /** Weight class of OS/2 (400 normal); 400 where the font does not say. */
  weight: number;
  /** Glyph of a code point; 0 where the font has none. */
  glyphOf(codePoint: number): number;
  /** Advance width in font units; undefined where the font does not say. */
  advance(glyph: number): number | undefined;
  /** Draws the glyph; false where there is no such glyph or it cannot be read. */
  draw(glyph: number, sink: OutlineSink): boolean;
}
