import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { colour } from '#core/drawing-schema.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { SEAL_FONTS } from './glyph-source.ts';

/**
 * The design that the seal builder edits and from which a seal can be redrawn at any time ([3.5a], [3.5b], [3.5c]).
 * Lengths are in mm with one significant decimal; rule messages are keys of the seal screens' texts.
 */
export const SEAL_SHAPES = ['CIRCLE', 'ELLIPSE', 'RECTANGLE'] as const;
export const ALIGNMENTS = ['SPREAD', 'CENTER', 'LEFT', 'RIGHT'] as const;
export const EMBLEMS = ['NONE', 'STAR', 'NATIONAL', 'PARTY'] as const;
export const TEXT_LANGUAGES = ['ZH', 'EN', 'ZH_EN'] as const;
export const CENTRE_PATTERNS = ['NONE', 'ROSETTE', 'RAYS', 'LATTICE'] as const;
export const ANTI_FAKE_KINDS = ['NONE', 'NOTCHES', 'WAVES', 'BOTH'] as const;
export const READING_DIRECTIONS = ['HORIZONTAL', 'VERTICAL'] as const;

export type SealShape = (typeof SEAL_SHAPES)[number];
export type Alignment = (typeof ALIGNMENTS)[number];
export type Emblem = (typeof EMBLEMS)[number];

const mm = (min: number, max: number) => z.number().min(min).max(max);

/** One text of a seal. */
export const sealTextSchema = z.object({
  text: severalLines(z.string().max(60)),
  font: z.enum(SEAL_FONTS),
  /** Height of the em box; for text of only Latin capitals and digits, the height of those. */
  sizeMm: mm(0.8, 30),
  /** Width of a character as a fraction of its natural width. */
  aspectRatio: z.number().min(0.3).max(2),
  bold: z.boolean(),
  /** SPREAD fills the available space, the others keep `characterMarginMm`. */
  alignment: z.enum(ALIGNMENTS),
  /** Along an edge: distance between the innermost edge line and the text. In a row: margin on both sides. */
  marginMm: mm(0, 30),
  /** Between two characters; negative values reduce the distance. */
  characterMarginMm: mm(-5, 20),
});
export type SealText = z.infer<typeof sealTextSchema>;

export const sealDesignSchema = z
  .object({
    shape: z.enum(SEAL_SHAPES),
    widthMm: mm(5, LIMITS.sealMm),
    heightMm: mm(5, LIMITS.sealMm),
    colour,
    /** 0.2…1 */
    opacity: z.number().min(0.2).max(1),
    /** Width of the outer edge; 0 draws none. */
    lineWidthMm: mm(0, 5),
    /** Resolution of pictures made from the drawing; the drawing itself has none. */
    dpi: z.number().int().min(72).max(1200),
    language: z.enum(TEXT_LANGUAGES),
    /** A second, thinner line inside the edge, at a distance of `divider`. */
    doubleEdge: z.boolean(),
    divider: z.object({ widthMm: mm(0.05, 3), distanceMm: mm(0.1, 10) }),
    /** A ring between the text along the edge and the centre, `marginMm` inside the edge. */
    innerRing: z.object({ lineWidthMm: mm(0.05, 3), marginMm: mm(0.5, 35) }).nullable(),
    /** A horizontal line, `offsetMm` below the centre (above if negative). */
    horizontalLine: z
      .object({ lineWidthMm: mm(0.05, 3), lengthMm: mm(1, 80), offsetMm: mm(-40, 40) })
      .nullable(),
    /** Along the upper edge of a circle or ellipse, spanning at most `spanDegrees`; the rows of a rectangle. */
    body: sealTextSchema.extend({ spanDegrees: z.number().min(30).max(340) }),
    /** Along the lower edge; only with language ZH_EN. */
    secondBody: sealTextSchema.extend({ spanDegrees: z.number().min(30).max(200) }).nullable(),
    /** Direction of a rectangle's rows: left to right, or columns from right to left. */
    direction: z.enum(READING_DIRECTIONS),
    /** Straight lines, each centred `offsetMm` below the centre. */
    sections: z.array(sealTextSchema.extend({ offsetMm: mm(-40, 40) })).max(6),
    /** Registration code along the lower edge: 13 digits, or 14 with a check digit. */
    bottomCode: sealTextSchema.nullable(),
    /** `sizeMm` is the width (of a star, tip to tip); `offsetMm` is the distance below the centre. */
    emblem: z.object({ kind: z.enum(EMBLEMS), sizeMm: mm(1, 40), offsetMm: mm(-40, 40) }),
    centrePattern: z.object({ kind: z.enum(CENTRE_PATTERNS), sizeMm: mm(1, 70) }),
    /** The positions of notches and waves derive from `seed`, so that each seal has its own. */
    antiFake: z.object({ kind: z.enum(ANTI_FAKE_KINDS), seed: z.string().max(64) }),
  })
  .superRefine((design, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { problem: message } });
    if (design.shape === 'ELLIPSE' && design.widthMm <= design.heightMm)
      wrong(['widthMm'], 'seal:rule.ellipseWidth');
    if (design.shape === 'CIRCLE' && design.widthMm !== design.heightMm)
      wrong(['heightMm'], 'seal:rule.circleHeight');
    if (design.body.text.trim() === '' && design.sections.every((s) => s.text.trim() === '')) {
      wrong(['body', 'text'], 'required');
    }
    if (design.bottomCode && !/^\d{13,14}$/.test(design.bottomCode.text))
      wrong(['bottomCode', 'text'], 'seal:rule.bottomCode');
    if (design.language === 'ZH_EN' && !design.secondBody?.text.trim())
      wrong(['secondBody', 'text'], 'required');
    if (design.language === 'EN' && /\p{Script=Han}/u.test(design.body.text))
      wrong(['body', 'text'], 'seal:rule.latinOnly');
    const smaller = Math.min(design.widthMm, design.heightMm);
    if (design.lineWidthMm * 2 >= smaller) wrong(['lineWidthMm'], 'seal:rule.outside');
    design.sections.forEach((section, i) => {
      if (Math.abs(section.offsetMm) > design.heightMm / 2)
        wrong(['sections', i, 'offsetMm'], 'seal:rule.outside');
    });
  });
export type SealDesign = z.infer<typeof sealDesignSchema>;

/**
 * All characters of a design, by font: their glyphs must be loaded before drawing.
 *
 * ```ts
 * for (const { font, text } of textsOfDesign(design)) await loadGlyphs(font, text);
 * ```
 */
export function textsOfDesign(design: SealDesign): { font: SealText['font']; text: string }[] {
  return [design.body, design.secondBody, design.bottomCode, ...design.sections]
    .filter((text) => text !== null)
    .map(({ font, text }) => ({ font, text }));
}
