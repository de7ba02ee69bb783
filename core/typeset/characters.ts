import { isClosing, isNarrow, isOpening, isSquare, mayBreak } from '#core/line-breaks.ts';
import type { FaceName, Inline } from './document.ts';
import type { Faces } from './faces.ts';

/** Properties shared by the characters of a run. */
export interface RunStyle {
  readonly face: FaceName;
  /** The em, mm. */
  readonly size: number;
  readonly colour: string;
}

/** One character of a paragraph, or an inline box. Widths are in mm. */
export interface Glyph {
  readonly text: string;
  readonly face: FaceName;
  readonly size: number;
  readonly colour: string;
  readonly underline: boolean;
  readonly strike: boolean;
  /** Its own advance, less the reduction for its neighbours, which does not depend on line breaks. */
  width: number;
  /** Offset of its ink to the left: an opening mark without its blank half. */
  shift: number;
  /** Space before it, dropped at the start of a line. */
  gap: number;
  /** The blank half that it drops at the start or at the end of a line. */
  readonly leading: number;
  trailing: number;
  breakBefore: boolean;
  /** Whether justification may widen the space before it. */
  stretchBefore: boolean;
  /** Index of the field or place in the paragraph's inlines. */
  readonly inline: number;
  /** Minimum line height required by a reserved box, mm; 0 for characters. */
  readonly height: number;
}

const QUARTER = 0.25;
const HALF = 0.5;

/**
 * The characters of a paragraph with widths and spacing between neighbours: half squares removed between punctuation
 * marks (CLREQ 3.1.6), a quarter em between Han and Latin (3.2.3), and allowed line breaks. `numberOf` returns the
 * number shown by a reference. A forced line break is the character '\n'. Throws GLYPH_MISSING.
 */
export function glyphsOf(
  inlines: readonly Inline[],
  style: RunStyle,
  faces: Faces,
  numberOf: (clause: string) => string,
): Glyph[] {
  const out: Glyph[] = [];
  inlines.forEach((inline, index) => {
    if (inline.kind === 'lineBreak') {
      out.push(boxOf('\n', style, index, 0, 0));
      return;
    }
    if (inline.kind === 'place') {
      const { reserve, width, height } = inline;
      out.push(boxOf('', style, index, reserve ? width : 0, reserve ? height : 0));
      return;
    }
    if (inline.kind === 'picture') {
      out.push(boxOf('', style, index, inline.width, inline.height));
      return;
    }
    const bold = 'bold' in inline && inline.bold === true;
    const run = {
      text: '',
      face: bold && style.face === 'text' ? ('bold' as const) : style.face,
      size: inline.kind !== 'reference' && inline.size ? (inline.size * 25.4) / 72 : style.size,
      colour: inline.kind === 'reference' ? style.colour : (inline.colour ?? style.colour),
      underline: inline.kind !== 'reference' && (inline.underline ?? inline.kind === 'field'),
      strike: inline.kind !== 'reference' && inline.strike === true,
      inline: index,
    };
    const text = inline.kind === 'reference' ? numberOf(inline.clause) : textOf(inline);
    for (const character of text) out.push(glyphOf(character, run, faces));
  });
  joinNeighbours(out);
  keepUnbroken(inlines, out);
  return out;
}

function keepUnbroken(inlines: readonly Inline[], glyphs: readonly Glyph[]): void {
  for (let i = 1; i < glyphs.length; i++) {
    const glyph = glyphs[i]!;
    if (glyph.inline !== glyphs[i - 1]!.inline) continue;
    const inline = inlines[glyph.inline];
    if (inline?.kind === 'field' && inline.unbroken) glyph.breakBefore = glyph.stretchBefore = false;
  }
}

function textOf(inline: Extract<Inline, { kind: 'text' | 'field' }>): string {
  if (inline.kind === 'text') return inline.text.replace(/\r\n?/g, '\n').replace(/\t/g, '　');
  // An empty field is a blank line of its intended width.
  return inline.value === '' ? '　'.repeat(Math.max(1, Math.round(inline.ems))) : inline.value;
}

type Run = Pick<Glyph, 'face' | 'size' | 'colour' | 'underline' | 'strike' | 'inline'>;

function glyphOf(character: string, run: Run, faces: Faces): Glyph {
  if (character === '\n') return { ...boxOf('\n', run, run.inline, 0, 0) };
  const ems = faces.advance(run.face, character);
  const full = ems > 0.9;
  return {
    text: character,
    face: run.face,
    size: run.size,
    colour: run.colour,
    underline: run.underline,
    strike: run.strike,
    inline: run.inline,
    width: ems * run.size,
    shift: 0,
    gap: 0,
    leading: full && isOpening(character) ? HALF * run.size : 0,
    trailing: full && isClosing(character) ? HALF * run.size : 0,
    breakBefore: false,
    stretchBefore: false,
    height: 0,
  };
}

function boxOf(text: string, style: RunStyle, inline: number, width: number, height: number): Glyph {
  const { face, size, colour } = style;
  const plain = { underline: false, strike: false, shift: 0, gap: 0, leading: 0, trailing: 0 };
  return {
    text,
    face,
    size,
    colour,
    width,
    inline,
    height,
    ...plain,
    breakBefore: width > 0,
    stretchBefore: false,
  };
}

/** Adjusts each character to the one before it; skips zero-width places. */
function joinNeighbours(glyphs: readonly Glyph[]): void {
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    if (glyph.text === '\n') {
      before = undefined;
      continue;
    }
    if (glyph.text === '') {
      if (glyph.width > 0) before = undefined;
      continue;
    }
    if (before) {
      if (before.trailing > 0 && (glyph.trailing > 0 || glyph.leading > 0)) {
        before.width -= before.trailing;
        before.trailing = 0;
      } else if (before.leading > 0 && glyph.leading > 0) {
        glyph.width -= glyph.leading;
        glyph.shift = glyph.leading;
      }
      const mixed =
        (isSquare(before.text) && before.trailing === 0 && isNarrow(glyph.text)) ||
        (isNarrow(before.text) && isSquare(glyph.text) && glyph.leading === 0 && !isClosing(glyph.text));
      if (mixed && !isOpening(before.text) && !isClosing(before.text)) glyph.gap = QUARTER * glyph.size;
      glyph.breakBefore = mayBreak(before.text, glyph.text);
      glyph.stretchBefore =
        before.text === ' ' || ((isSquare(before.text) || isSquare(glyph.text)) && glyph.text !== ' ');
    } else glyph.breakBefore = true;
    before = glyph;
  }
}
