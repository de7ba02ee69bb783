import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument, PDFName, rgb } from 'pdf-lib';
import { type Bytes, concatBytes, joinBytes } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';

export interface PageKind {
  readonly size?: [width: number, height: number];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** x, y, width, height in units. */
  readonly crop?: [number, number, number, number];
  readonly userUnit?: number;
  readonly text?: string;
}

/** A document of such pages; every page says its number. */
export async function makePdf(pages: readonly PageKind[] = [{}], objectStreams = false): Promise<Bytes> {
  const document = await PDFDocument.create();
  document.setTitle('A contract');
  pages.forEach((kind, i) => {
    const page = document.addPage(kind.size ?? [595.28, 841.89]);
    if (kind.rotate) page.setRotation(degrees(kind.rotate));
    if (kind.crop) page.setCropBox(...kind.crop);
    if (kind.userUnit) page.node.set(PDFName.of('UserUnit'), document.context.obj(kind.userUnit));
    page.drawText(kind.text ?? `Page ${i + 1}`, { x: 150, y: 300, size: 14 });
  });
  return new Uint8Array(await document.save({ useObjectStreams: objectStreams }));
}

/** A document that cannot be made smaller: `megabytes` of noise as pictures over `pages` pages. */
export async function makeLargePdf(megabytes: number, pages: number): Promise<Bytes> {
  const document = await PDFDocument.create();
  let seed = 1;
  const each = Math.floor((megabytes * 1024 * 1024) / pages);
  for (let i = 0; i < pages; i++) {
    const page = document.addPage([595.28, 841.89]);
    const noise = new Uint8Array(each);
    for (let k = 0; k < each; k++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      noise[k] = seed >>> 16;
    }
    const side = Math.floor(Math.sqrt(each));
    const image = document.context.stream(noise.subarray(0, side * side), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    });
    page.node.setXObject(PDFName.of('Im'), document.context.register(image));
    page.drawText(`Page ${i + 1}`, { x: 50, y: 700, color: rgb(0, 0, 0) });
  }
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

/** Runs `work` in a folder that is gone afterwards. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-test-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file as qpdf writes it with these options. */
export function throughQpdf(file: Bytes, ...options: string[]): Bytes {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), file);
    const [from, to] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    // `--encrypt` has arguments of its own up to `--`, so options go before the file names.
    execFileSync('qpdf', ['--warning-exit-0', ...options, from, to], { stdio: 'pipe' });
    return new Uint8Array(readFileSync(to));
  });
}

/** Output of a program on the file, and its exit code. `FILE` among the arguments stands for the file. */
export function judge(program: string, file: Bytes, ...args: string[]): { code: number; text: string } {
  return inFolder((folder) => {
    const path = join(folder, 'judged.pdf');
    writeFileSync(path, file);
    try {
      const text = execFileSync(
        program,
        args.map((arg) => (arg === 'FILE' ? path : arg)),
        { stdio: 'pipe' },
      );
      return { code: 0, text: text.toString('latin1') };
    } catch (error) {
      const failed = error as { status: number; stdout: Buffer; stderr: Buffer };
      return {
        code: failed.status,
        text: `${failed.stdout.toString('latin1')}${failed.stderr.toString('latin1')}`,
      };
    }
  });
}

/** The words that pdfsig finds for each signature, in its order. */
export function pdfsig(file: Bytes): string[] {
  const { text } = judge('pdfsig', file, '-nocert', 'FILE');
  return [...text.matchAll(/Signature Validation: (.*)|form field is not (signed)/g)].map(
    (m) => m[1] ?? m[2]!,
  );
}

/** A page as grey pixels, with its resolution in pixels for one mm. */
export function picture(
  file: Bytes,
  page: number,
  dpi = 127,
): { width: number; height: number; rgb: Bytes; perMm: number } {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), file);
    const number = String(page + 1);
    const out = join(folder, 'out');
    execFileSync('pdftoppm', [
      '-cropbox',
      '-r',
      String(dpi),
      '-f',
      number,
      '-l',
      number,
      '-singlefile',
      join(folder, 'in.pdf'),
      out,
    ]);
    const data = new Uint8Array(readFileSync(`${out}.ppm`));
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(new TextDecoder('latin1').decode(data.subarray(0, 40)))!;
    return {
      width: Number(head[1]),
      height: Number(head[2]),
      rgb: data.subarray(head[0].length),
      perMm: dpi / 25.4,
    };
  });
}

/** The box in mm around all pixels that `matches`, or undefined. */
export function boxOfPixels(
  image: ReturnType<typeof picture>,
  matches: (r: number, g: number, b: number) => boolean,
): { x: number; y: number; width: number; height: number } | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const at = (y * image.width + x) * 3;
      if (!matches(image.rgb[at]!, image.rgb[at + 1]!, image.rgb[at + 2]!)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right < 0) return undefined;
  const mm = (pixels: number) => pixels / image.perMm;
  return { x: mm(left), y: mm(top), width: mm(right - left), height: mm(bottom - top) };
}

/** A seal that can be measured: a red square of `mm` with a green corner at the top left and a blue line below it. */
export const squareSeal = (mm = 42): SealAppearance => ({
  kind: 'drawing',
  drawing: {
    widthMm: mm,
    heightMm: mm,
    items: [
      { path: rectangle(0, 0, mm, mm), fill: '#ff0000' },
      { path: rectangle(0, 0, mm / 6, mm / 6), fill: '#00ff00' },
      { path: rectangle(0, mm / 3, mm / 3, mm / 6), fill: '#0000ff' },
    ],
  },
});

export const isRed = (r: number, g: number, b: number): boolean => r > 200 && g < 60 && b < 60;
export const isGreen = (r: number, g: number, b: number): boolean => r < 60 && g > 200 && b < 60;
export const isBlue = (r: number, g: number, b: number): boolean => r < 60 && g < 60 && b > 200;
export const isOfSeal = (r: number, g: number, b: number): boolean =>
  isRed(r, g, b) || isGreen(r, g, b) || isBlue(r, g, b);

const rectangle = (x: number, y: number, w: number, h: number) =>
  [['M', x, y], ['L', x + w, y], ['L', x + w, y + h], ['L', x, y + h], ['Z']] as const;

/** A file built from lines of PDF: objects are numbered from 1, the cross-reference is a table. */
export function plainPdf(objects: readonly (string | Bytes)[], trailer = '/Root 1 0 R'): Bytes {
  const encode = (text: string): Bytes => Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
  const parts: Bytes[] = [encode('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const offsets: number[] = [];
  objects.forEach((object, i) => {
    const body = typeof object === 'string' ? encode(object) : object;
    const whole = concatBytes(encode(`${i + 1} 0 obj\n`), body, encode('\nendobj\n'));
    offsets.push(length);
    length += whole.length;
    parts.push(whole);
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    encode(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size} ${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return joinBytes(parts);
}
