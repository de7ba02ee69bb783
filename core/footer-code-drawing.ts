import { encode } from 'uqr';
import type { Drawing, PathCommand } from './drawing.ts';
import { type CodePlace, footerCodeBox } from './footer-code.ts';

/** A row of dark modules, in modules from the top left of the code with its quiet zone. */
interface Run {
  x: number;
  y: number;
  width: number;
}

/** The QR code (ISO/IEC 18004, level M) of a text: its side in modules including the quiet zone, and its dark runs. */
export function codeRuns(text: string): { size: number; runs: Run[] } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const runs: Run[] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (x + 1 < size && row[x + 1]) x++;
      runs.push({ x: from, y, width: x - from + 1 });
    }
  });
  return { size, runs };
}

/** A page of this size with only the code at its foot, black on white. */
export function footerCodeDrawing(
  text: string,
  page: { widthMm: number; heightMm: number },
  place: Partial<CodePlace> = {},
): Drawing {
  const { size, runs } = codeRuns(text);
  const box = footerCodeBox(page, place);
  const module = box.width / size;
  const bar = (x: number, y: number, width: number, height: number): PathCommand[] => [
    ['M', box.x + x * module, box.y + y * module],
    ['L', box.x + (x + width) * module, box.y + y * module],
    ['L', box.x + (x + width) * module, box.y + (y + height) * module],
    ['L', box.x + x * module, box.y + (y + height) * module],
    ['Z'],
  ];
  return {
    widthMm: page.widthMm,
    heightMm: page.heightMm,
    items: [
      { path: bar(0, 0, size, size), fill: '#ffffff' },
      { path: runs.flatMap(({ x, y, width }) => bar(x, y, width, 1)), fill: '#000000' },
    ],
  };
}
