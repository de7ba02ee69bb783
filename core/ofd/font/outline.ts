/** Receives a glyph's outline; font units, y grows upwards. Every contour ends with `close`. */
export interface OutlineSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadTo(x1: number, y1: number, x: number, y: number): void;
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  close(): void;
  /** Called before work is done, in units of about 10 ns; throws once the allowance is exceeded. */
  spend?(units: number): void;
}

/** A font program: glyphs by number, independent of the fonts installed. */
export interface FontProgram {
  unitsPerEm: number;
  glyphCount: number;
  /** Weight class of OS/2 (400 normal); 400 if the font has none. */
  weight: number;
  /** Glyph of a code point; 0 if the font has none. */
  glyphOf(codePoint: number): number;
  /** Advance width in font units; undefined if the font does not define it. */
  advance(glyph: number): number | undefined;
  /** Draws the glyph; false if it does not exist or cannot be read. */
  draw(glyph: number, sink: OutlineSink): boolean;
}
