import type { Box } from '#core/drawing.ts';
import { foldRadicals } from '#core/fold-text.ts';
import type { TextReader } from '../covered-text.ts';

/** Consecutive text on one line; whitespace is collapsed to one space. mm from the top left of the page. */
export interface Run {
  readonly text: string;
  readonly box: Box;
  /** Height of a character. */
  readonly size: number;
}

type Character = ReturnType<TextReader>[number];

/** Characters belong to one line if their middles differ by less than this fraction of their height. */
const SAME_LINE = 0.5;
/** A gap of this many heights ends a run: another column follows. */
const COLUMN_GAP = 2.2;
/** A gap of this many heights is a space. */
const SPACE_GAP = 0.3;

/** The characters of a page as runs, from top to bottom and left to right. */
export function runsOf(characters: readonly Character[]): Run[] {
  const lines: Character[][] = [];
  const byHeight = [...characters].sort((a, b) => middleOf(a.box) - middleOf(b.box));
  for (const character of byHeight) {
    const line = lines.at(-1);
    if (line && isBeside(line[0]!.box, character.box)) line.push(character);
    else lines.push([character]);
  }
  return lines.flatMap(splitLine);
}

const middleOf = (box: Box): number => box.y + box.height / 2;

const isBeside = (a: Box, b: Box): boolean =>
  Math.abs(middleOf(a) - middleOf(b)) < SAME_LINE * Math.max(a.height, b.height);

function splitLine(line: readonly Character[]): Run[] {
  const sorted = [...line].sort((a, b) => a.box.x - b.box.x);
  const runs: Run[] = [];
  let part: Character[] = [];
  let text = '';
  const end = () => {
    if (part.length > 0) runs.push({ text, ...around(part) });
    part = [];
    text = '';
  };
  for (const character of sorted) {
    const before = part.at(-1);
    if (before) {
      const gap = character.box.x - (before.box.x + before.box.width);
      const height = Math.max(before.box.height, character.box.height);
      if (gap > COLUMN_GAP * height) end();
      else if (gap > SPACE_GAP * height) text += ' ';
    }
    part.push(character);
    text += foldRadicals(character.text);
  }
  end();
  return runs;
}

function around(part: readonly Character[]): Pick<Run, 'box' | 'size'> {
  const left = Math.min(...part.map(({ box }) => box.x));
  const top = Math.min(...part.map(({ box }) => box.y));
  const right = Math.max(...part.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...part.map(({ box }) => box.y + box.height));
  return {
    box: { x: left, y: top, width: right - left, height: bottom - top },
    size: Math.max(...part.map(({ box }) => box.height)),
  };
}
