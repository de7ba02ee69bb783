import type { Box } from '#core/drawing.ts';
import { boxesOverlap } from '../place-rules.ts';
import type { Label } from './labels.ts';
import type { Run } from './runs.ts';

interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Content of a page: its text in runs and the existing placements. */
export interface Ground {
  readonly page: PageSize;
  readonly runs: readonly Run[];
  readonly taken: readonly Box[];
}

/** Search step, mm. */
const STEP = 2;
/** Distance from the edge of the page, mm. */
const MARGIN = 5;
/** Lines to write on do not count as text: a seal or a signature belongs on them. */
const OF_LINE = /[\s_＿—\-.…·]/;
const WRITING_LINE = /^[\s_＿—\-.…·年月日]*$/;

/**
 * Position for a place of this size at a label: in blank space to the right of it, then below it, otherwise where it
 * covers the least text, preferring its own label. Undefined if other places leave no room.
 */
export function spotAt(label: Label, size: Size, ground: Ground): Box | undefined {
  const { box, size: line } = label;
  const right = box.x + box.width;
  const middle = box.y + box.height / 2;
  let best: { at: Box; cost: number } | undefined;
  for (let x = box.x - size.width / 2; x <= right + line * 4; x += STEP)
    for (let y = box.y - size.height + line; y <= box.y + box.height + line * 4; y += STEP) {
      const at = { x, y, ...size };
      if (!isOn(ground.page, at) || ground.taken.some((other) => boxesOverlap(other, at))) continue;
      // right of the label, vertically centred on its line, or below it, aligned with its left edge
      const beside = Math.max(0, Math.abs(x - right - 1)) + Math.abs(y + size.height / 2 - middle);
      const below = 6 + Math.abs(x - box.x) + Math.abs(y - box.y - box.height - 1);
      const cost = Math.min(beside, below) + coverOf(at, ground.runs, label);
      if (!best || cost < best.cost - 1e-9) best = { at, cost };
    }
  return best?.at;
}

/** Cost of covering text: each tenth of a mm² counts; the label itself counts a fifth. */
function coverOf(at: Box, runs: readonly Run[], label: Label): number {
  let cost = 0;
  for (const run of runs) {
    if (WRITING_LINE.test(run.text)) continue;
    const area = common(at, inkOf(run));
    if (area > 0) cost += area * (isSame(run.box, label.box) ? 0.4 : 2);
  }
  return cost;
}

/** Of a line with words followed by a line to write on, only the words count as text. */
function inkOf({ text, box }: Run): Box {
  // One character at a time: a pattern would look for the end of the line from each gap in the text.
  let length = text.length;
  while (length > 0 && OF_LINE.test(text[length - 1]!)) length--;
  return length === text.length ? box : { ...box, width: (box.width * length) / text.length };
}

const isSame = (a: Box, b: Box): boolean =>
  a.y === b.y && a.x <= b.x + 0.1 && a.x + a.width >= b.x + b.width - 0.1;

const common = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const isOn = (page: PageSize, at: Box): boolean =>
  at.x >= MARGIN &&
  at.y >= MARGIN &&
  at.x + at.width <= page.widthMm - MARGIN &&
  at.y + at.height <= page.heightMm - MARGIN;

/** Blank space for a place on a page: below the last text if possible, else the lowest position that covers nothing. */
export function blankSpot(size: Size, { page, runs, taken }: Ground): Box | undefined {
  const text = runs.filter((run) => !isFoot(run, page)).map(({ box }) => box);
  const isFree = (at: Box) =>
    isOn(page, at) &&
    !taken.some((other) => boxesOverlap(other, at)) &&
    !runs.some(({ box }) => common(at, box) > 0);
  const end = Math.max(MARGIN, ...text.map((box) => box.y + box.height));
  const across = columnsOf(page, size);
  for (let y = end + 6; y + size.height <= page.heightMm - MARGIN; y += STEP)
    for (const x of across) if (isFree({ x, y, ...size })) return { x, y, ...size };
  for (let y = page.heightMm - MARGIN - size.height; y >= MARGIN; y -= STEP)
    for (const x of across) if (isFree({ x, y, ...size })) return { x, y, ...size };
  return undefined;
}

function columnsOf(page: PageSize, { width }: Size): number[] {
  const xs: number[] = [];
  for (let x = 25; x + width <= page.widthMm - MARGIN; x += STEP) xs.push(x);
  return xs;
}

/** Page numbers and footers do not count as the end of the text. */
const isFoot = ({ box, text }: Run, page: PageSize): boolean =>
  box.y > page.heightMm * 0.92 && text.length < 60;
