/** The part of fontkit 2 that we use; it ships no types. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** Its outline in units of the font, y up. */
    readonly path: {
      readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
    };
  }
  export interface Subset {
    /** The glyph's number in the subset. */
    includeGlyph(glyph: Glyph | number): number;
    encode(): Uint8Array;
    /** Numbers in the font of the glyphs in the subset, those that others are made of too. */
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
    /** Present where the outlines are CFF. */
    readonly 'CFF ': unknown;
    /** The code points that it has glyphs for. */
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
