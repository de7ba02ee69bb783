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
  readonly width: number;
  /** Offset of its ink to the left: an opening mark without its blank half. */
  readonly shift: number;
  /** Space before it, dropped at the start of a line. */
  readonly gap: number;
  /** The blank half that it drops at the start or at the end of a line. */
  readonly leading: number;
  readonly trailing: number;
  readonly breakBefore: boolean;
  /** Whether justification may widen the space before it. */
  readonly stretchBefore: boolean;
  /** Index of the field or place in the paragraph's inlines. */
  readonly inline: number;
  /** Minimum line height required by a reserved box, mm; 0 for characters. */
  readonly height: number;
}

const QUARTER = 0.25;
const HALF = 0.5;

/** What its neighbours make of a character; together they are the index of one of its variants. */
const NO_TRAILING = 1;
const NO_LEADING = 2;
const GAP = 4;
const BREAK = 8;
const STRETCH = 16;

/** A character in one style, as itself and as its neighbours make it. */
interface Sort {
  readonly plain: Glyph;
  readonly variants: (Glyph | undefined)[];
}

/**
 * Makes the glyphs of a document. A character that occurs again beside the same kind of neighbours is the same object:
 * a document of 100 pages has 100,000 characters, but a few thousand different glyphs.
 */
export interface GlyphCase {
  readonly faces: Faces;
  sortOf(character: string, run: Run): Sort;
}

export function makeGlyphCase(faces: Faces): GlyphCase {
  const runs = new Map<string, Map<string, Sort>>();
  let last: { run: Run; sorts: Map<string, Sort> } | undefined;
  const sortsOf = (run: Run): Map<string, Sort> => {
    if (last?.run === run) return last.sorts;
    const { face, size, colour, underline, strike, inline } = run;
    const key = [face, size, colour, underline, strike, inline].join();
    let sorts = runs.get(key);
    if (!sorts) {
      sorts = new Map();
      runs.set(key, sorts);
    }
    last = { run, sorts };
    return sorts;
  };
  return {
    faces,
    sortOf(character, run) {
      const sorts = sortsOf(run);
      let sort = sorts.get(character);
      if (!sort) {
        sort = { plain: glyphOf(character, run, faces), variants: [] };
        sorts.set(character, sort);
      }
      return sort;
    },
  };
}

function variantOf({ plain, variants }: Sort, changes: number): Glyph {
  let glyph = variants[changes];
  if (!glyph) {
    const noTrailing = (changes & NO_TRAILING) !== 0;
    const shift = changes & NO_LEADING ? plain.leading : 0;
    glyph = {
      ...plain,
      width: plain.width - (noTrailing ? plain.trailing : 0) - shift,
      trailing: noTrailing ? 0 : plain.trailing,
      shift,
      gap: changes & GAP ? QUARTER * plain.size : 0,
      breakBefore: (changes & BREAK) !== 0,
      stretchBefore: (changes & STRETCH) !== 0,
    };
    variants[changes] = glyph;
  }
  return glyph;
}

/**
 * The characters of a paragraph with widths and spacing between neighbours: half squares removed between punctuation
 * marks (CLREQ 3.1.6), a quarter em between Han and Latin (3.2.3), and allowed line breaks. `numberOf` returns the
 * number shown by a reference. A forced line break is the character '\n'. Throws GLYPH_MISSING.
 */
export function glyphsOf(
  inlines: readonly Inline[],
  style: RunStyle,
  glyphCase: GlyphCase,
  numberOf: (clause: string) => string,
): Glyph[] {
  const out: Glyph[] = [];
  const joiner = makeJoiner(out);
  inlines.forEach((inline, index) => {
    if (inline.kind === 'lineBreak') {
      joiner.box(boxOf('\n', style, index, 0, 0));
      return;
    }
    if (inline.kind === 'place') {
      const { reserve, width, height } = inline;
      joiner.box(boxOf('', style, index, reserve ? width : 0, reserve ? height : 0));
      return;
    }
    if (inline.kind === 'picture') {
      joiner.box(boxOf('', style, index, inline.width, inline.height));
      return;
    }
    const bold = 'bold' in inline && inline.bold === true;
    const run = {
      face: bold && style.face === 'text' ? ('bold' as const) : style.face,
      size: inline.kind !== 'reference' && inline.size ? (inline.size * 25.4) / 72 : style.size,
      colour: inline.kind === 'reference' ? style.colour : (inline.colour ?? style.colour),
      underline: inline.kind !== 'reference' && (inline.underline ?? inline.kind === 'field'),
      strike: inline.kind !== 'reference' && inline.strike === true,
      inline: index,
    };
    const text = inline.kind === 'reference' ? numberOf(inline.clause) : textOf(inline);
    const unbroken = inline.kind === 'field' && inline.unbroken === true;
    for (const character of text)
      if (character === '\n') joiner.box(boxOf('\n', run, index, 0, 0));
      else joiner.character(glyphCase.sortOf(character, run), unbroken);
  });
  return out;
}

function textOf(inline: Extract<Inline, { kind: 'text' | 'field' }>): string {
  if (inline.kind === 'text') return inline.text.replace(/\r\n?/g, '\n').replace(/\t/g, '　');
  // An empty field is a blank line of its intended width.
  return inline.value === '' ? '　'.repeat(Math.max(1, Math.round(inline.ems))) : inline.value;
}

type Run = Pick<Glyph, 'face' | 'size' | 'colour' | 'underline' | 'strike' | 'inline'>;

function glyphOf(character: string, run: Run, faces: Faces): Glyph {
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

interface Joiner {
  /** Adds an inline box or a forced line break. */
  box(glyph: Glyph): void;
  /** Adds a character; an unbroken one stays on the line of the one before it, if both are of the same inline. */
  character(sort: Sort, unbroken: boolean): void;
}

/** Adjusts each character to the one before it; skips zero-width places. */
function makeJoiner(out: Glyph[]): Joiner {
  // The last character, what its neighbours have made of it so far, and its index.
  let before: Sort | undefined;
  let changes = 0;
  let at = 0;
  const dropTrailing = () => {
    changes |= NO_TRAILING;
    out[at] = variantOf(before!, changes);
  };
  return {
    box(glyph) {
      out.push(glyph);
      if (glyph.text === '\n' || glyph.width > 0) before = undefined;
    },
    character(sort, unbroken) {
      const glyph = sort.plain;
      let own = BREAK;
      if (before) {
        const last = before.plain;
        own = mayBreak(last.text, glyph.text) ? BREAK : 0;
        let trailing = last.trailing;
        if (trailing > 0 && (glyph.trailing > 0 || glyph.leading > 0)) {
          dropTrailing();
          trailing = 0;
        } else if (last.leading > 0 && glyph.leading > 0) own |= NO_LEADING;
        const mixed =
          (isSquare(last.text) && trailing === 0 && isNarrow(glyph.text)) ||
          (isNarrow(last.text) && isSquare(glyph.text) && glyph.leading === 0 && !isClosing(glyph.text));
        if (mixed && !isOpening(last.text) && !isClosing(last.text)) own |= GAP;
        if (last.text === ' ' || ((isSquare(last.text) || isSquare(glyph.text)) && glyph.text !== ' '))
          own |= STRETCH;
      }
      if (unbroken && out[out.length - 1]?.inline === glyph.inline) own &= ~(BREAK | STRETCH);
      before = sort;
      changes = own;
      at = out.push(variantOf(sort, own)) - 1;
    },
  };
}
