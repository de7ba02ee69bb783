import type { Box } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { formatNumber } from '../write/serialize.ts';
import type { FontSet } from './font-set.ts';
import { fillWith, type Ink } from './ink.ts';
import { wrapText } from './wrap-text.ts';

export const MM_PER_POINT = 25.4 / 72;

export interface TextBlock {
  readonly box: Box;
  readonly text: string;
  /** In points. */
  readonly fontSize: number;
  readonly colour?: string;
  readonly align?: 'left' | 'centre' | 'right';
  readonly verticalAlign?: 'top' | 'middle' | 'bottom';
  /** Multiple of the font size; 1.4 by default. */
  readonly lineHeight?: number;
  /** Minimum font size in points that the text may shrink to; by default it does not shrink. */
  readonly shrinkTo?: number;
}

/**
 * The operators that set a text into its box, in mm with y down. Throws GLYPH_MISSING, and INPUT_INVALID if the text
 * does not fit.
 */
export function drawTextBlock(fonts: FontSet, block: TextBlock, ink: Ink): string {
  const { box, align = 'left', verticalAlign = 'top', lineHeight = 1.4 } = block;
  const smallest = Math.min(block.fontSize, block.shrinkTo ?? block.fontSize);
  let points = block.fontSize;
  let lines: string[] = [];
  for (; ; points -= 0.5) {
    const size = points * MM_PER_POINT;
    lines = wrapText(block.text, box.width, (text) => fonts.widthOf(text) * size);
    const widest = Math.max(...lines.map((line) => fonts.widthOf(line) * size));
    // The last line needs height for its letters only, not for the space below them.
    const height = ((lines.length - 1) * lineHeight + 1) * size;
    if (widest <= box.width + 0.01 && height <= box.height + 0.01) break;
    if (points - 0.5 < smallest)
      throw new AppError('INPUT_INVALID', { reason: 'the text does not fit' }, 'text');
  }
  const size = points * MM_PER_POINT;
  const step = lineHeight * size;
  const height = (lines.length - 1) * step + size;
  const free = box.height - height;
  const top = box.y + (verticalAlign === 'top' ? 0 : verticalAlign === 'middle' ? free / 2 : free);
  // Chinese glyphs fill the em box; the baseline is at 0.88 of its height.
  let out = `${fillWith(ink, block.colour ?? '#000000')}\n`;
  lines.forEach((line, i) => {
    const rest = box.width - fonts.widthOf(line) * size;
    const x = box.x + (align === 'left' ? 0 : align === 'centre' ? rest / 2 : rest);
    out += drawLine(fonts, line, x, top + i * step + 0.88 * size, size);
  });
  return out;
}

/** One line of text whose baseline starts at (`x`, `y`); `size` is the em in mm. */
export function drawLine(fonts: FontSet, text: string, x: number, y: number, size: number): string {
  if (text === '') return '';
  let out = 'BT\n';
  let at = x;
  for (const run of fonts.runs(text)) {
    out += `/${run.font} ${formatNumber(size)} Tf 1 0 0 -1 ${formatNumber(at)} ${formatNumber(y)} Tm ${run.shown} Tj\n`;
    at += run.width * size;
  }
  return `${out}ET\n`;
}
