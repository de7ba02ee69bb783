/** Types for the used part of fontkit 2, which ships none. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** Outline in font units, y up. */
    readonly path: {
      readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
    };
  }
  export interface Subset {
    /** Returns the glyph number in the subset. */
    includeGlyph(glyph: Glyph | number): number;
    encode(): Uint8Array;
    /** Glyph numbers in the font of all glyphs in the subset, including components of composite glyphs. */
    readonly glyphs: readonly number[];
  }
  export interface Font {
    readonly postscriptName: string | null;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly italicAngle: number;
    readonly bbox: {
      readonly minX: number;
      readonly minY: number;
      readonly maxX: number;
      readonly maxY: number;
    };
    /** Present if the outlines are CFF. */
    readonly 'CFF ': unknown;
    /** The code points that the font has glyphs for. */
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    createSubset(): Subset;
  }
  export interface FontCollection {
    readonly fonts: readonly Font[];
  }
  export function create(data: Uint8Array, postscriptName?: string): Font | FontCollection;
}
