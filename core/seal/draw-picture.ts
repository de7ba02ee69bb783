import { type Drawing, roundDrawing } from '#core/drawing.ts';
import { charactersOfFormat, type Day, drawDateSeal } from '#core/sealart/date-seal.ts';
import { textsOfDesign } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import type { GlyphSource, SealFont } from '#core/sealart/glyph-source.ts';
import { drawHandwriting } from '#core/sealart/handwriting.ts';
import { drawNameSeal } from '#core/sealart/name-seal.ts';
import type { SealPicture } from './picture.ts';

/** A picture drawn from its description; an uploaded one is traced instead. */
export type DrawnSealPicture = Exclude<SealPicture, { kind: 'UPLOAD' }>;

/** The characters whose glyphs must be loaded before drawing. */
export function textsOfPicture(picture: DrawnSealPicture): { font: SealFont; text: string }[] {
  switch (picture.kind) {
    case 'DESIGN':
      return textsOfDesign(picture.design);
    case 'NAME':
      return [{ font: picture.name.font, text: picture.name.name + picture.name.suffix }];
    case 'DATE':
      return [{ font: picture.date.font, text: charactersOfFormat(picture.date.format) }];
    case 'HANDWRITING':
      return [];
  }
}

/**
 * Draws the same picture in the browser while it is edited and in the Worker when it is saved. `day` is for date seals.
 */
export function drawPicture(picture: DrawnSealPicture, glyphs: GlyphSource, day: Day): Drawing {
  return roundDrawing(drawExactly(picture, glyphs, day));
}

function drawExactly(picture: DrawnSealPicture, glyphs: GlyphSource, day: Day): Drawing {
  switch (picture.kind) {
    case 'DESIGN':
      return drawSeal(picture.design, glyphs);
    case 'NAME':
      return drawNameSeal(picture.name, glyphs);
    case 'DATE':
      return drawDateSeal(picture.date, day, glyphs);
    case 'HANDWRITING':
      return drawHandwriting(picture.strokes);
  }
}
