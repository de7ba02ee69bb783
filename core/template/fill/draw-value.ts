import type { Drawing, PathCommand } from '#core/drawing.ts';
import { isInvisible, makeGlyphSource, type SourceGlyph } from '#core/pdf/draw/glyph-source.ts';
import type { Faces } from '#core/typeset/faces.ts';

/** mm. */
interface Blank {
  readonly width: number;
  readonly height: number;
}

/** Scales tried, relative to the surrounding text, until a value fits. */
const SCALES = [1, 0.9, 0.8, 0.7];
/** Height of a blank in ems; its text is vertically centred (`drawLine` of the typesetter). */
const EMS_HIGH = 1.3;
const ASCENT = 0.88;
const INK = '#1a1a1a';

const sources = new WeakMap<Faces, (character: string) => SourceGlyph>();

/**
 * Draws a value into the blanks of its field in sequence, in the font of typeset text: one drawing per blank, in the
 * blank's size. Undefined if it does not fit even at the smallest scale. Throws GLYPH_MISSING.
 */
export function drawValue(blanks: readonly Blank[], text: string, faces: Faces): Drawing[] | undefined {
  for (const scale of SCALES) {
    const drawings = drawAt(scale, blanks, text, faces);
    if (drawings) return drawings;
  }
  return undefined;
}

function drawAt(scale: number, blanks: readonly Blank[], text: string, faces: Faces): Drawing[] | undefined {
  const source = sources.get(faces) ?? makeGlyphSource(faces.files.text);
  sources.set(faces, source);
  const left = Array.from(text.replace(/\r\n?/g, '\n').replace(/\t/g, '　'));
  const drawings = blanks.map((blank): Drawing => {
    const size = (blank.height / EMS_HIGH) * scale;
    const base = (blank.height - size) / 2 + ASCENT * size;
    const path: PathCommand[] = [];
    let x = 0;
    while (left.length > 0) {
      const [character = ''] = left;
      if (character === '\n') {
        left.shift();
        break;
      }
      if (!isInvisible(character)) {
        const glyph = source(character);
        const width = glyph.width * size;
        // sums of widths have rounding errors
        if (x + width > blank.width + 0.01) break;
        path.push(...outlineOf(character, glyph, { size, x, base }));
        x += width;
      }
      left.shift();
    }
    const items = path.length > 0 ? [{ path, fill: INK }] : [];
    return { widthMm: blank.width, heightMm: blank.height, items };
  });
  return left.length === 0 ? drawings : undefined;
}

/** The outline of a glyph with its origin at (`x`, `base`); mm, y down. */
function outlineOf(
  character: string,
  { font }: SourceGlyph,
  { size, x, base }: { size: number; x: number; base: number },
): PathCommand[] {
  const unit = size / font.unitsPerEm;
  const commands: PathCommand[] = [];
  let [cx, cy] = [0, 0];
  const px = (value: number) => round(x + value * unit);
  const py = (value: number) => round(base - value * unit);
  for (const { command, args } of font.glyphForCodePoint(character.codePointAt(0)!).path.commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    switch (command) {
      case 'moveTo':
        commands.push(['M', px(a), py(b)]);
        break;
      case 'lineTo':
        commands.push(['L', px(a), py(b)]);
        break;
      case 'quadraticCurveTo':
        commands.push([
          'C',
          px(cx + (2 / 3) * (a - cx)),
          py(cy + (2 / 3) * (b - cy)),
          px(c + (2 / 3) * (a - c)),
          py(d + (2 / 3) * (b - d)),
          px(c),
          py(d),
        ]);
        break;
      case 'bezierCurveTo':
        commands.push(['C', px(a), py(b), px(c), py(d), px(e), py(f)]);
        break;
      case 'closePath':
        commands.push(['Z']);
    }
    if (args.length >= 2) [cx, cy] = args.slice(-2) as [number, number];
  }
  return commands;
}

const round = (mm: number): number => Math.round(mm * 1000) / 1000;
