/**
 * Opens, draws and searches broken OFDs and prints one JSON line: what failed, the slowest case, the memory. Run by
 * fuzz.test.ts in a process of its own, so that memory can be measured. Arguments: seed, count.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unzipSync } from 'fflate';
import { fromHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { peakMemory } from '#tests/fixtures/peak-memory.ts';
import { twoDocuments } from '#tests/unit/ofd-sign/small-ofd.ts';
import { ANNEX_H } from './annex-h.ts';
import {
  FOUR_COLORS,
  IMAGE_PAGE,
  MESH_PAGE,
  PATH_PAGE,
  sealWith,
  signedFiles,
  TEXT_PAGE,
} from './feature-pages.ts';
import { type Files, onePageFiles, zip } from './make-package.ts';
import { makeType1 } from './make-type1.ts';

const [seed = 'ofd', count = '300'] = process.argv.slice(2);

/** A small generator (mulberry32) from a text. */
function random(text: string): () => number {
  let state = [...text].reduce((h, c) => Math.imul(h ^ c.codePointAt(0)!, 16777619), 2166136261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/ofd/${name}`, import.meta.url)));
const font = new Uint8Array(
  readFileSync(
    createRequire(import.meta.url).resolve(
      '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    ),
  ),
).slice(0, 400_000);

const stamps = '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40" Clip="0 0 9 9"/>';
const media = (id: number, file: string, format: string) =>
  `<ofd:MultiMedia ID="${id}" Type="Image" Format="${format}"><ofd:MediaFile>${file}</ofd:MediaFile></ofd:MultiMedia>`;
const image = (id: number) =>
  `<ofd:ImageObject ID="9" Boundary="5 5 20 20" CTM="20 0 0 20 0 0" ResourceID="${id}"/>`;

/** A Type 1 font with a subroutine, a flex and an accented letter. */
const TYPE1 = {
  glyphs: {
    '.notdef': '0 250 hsbw endchar',
    A: '50 600 hsbw 0 100 rmoveto 200 hlineto 0 callsubr closepath endchar',
    e: '20 500 hsbw 10 20 30 40 50 60 rrcurveto closepath endchar',
    acute: '30 200 hsbw 0 500 rmoveto 60 hlineto 80 vlineto closepath endchar',
    eacute: '20 500 hsbw 30 150 10 101 194 seac',
  },
  subrs: ['5 6 rlineto return'],
};

const BASES: Files[] = [
  onePageFiles(PATH_PAGE),
  onePageFiles(TEXT_PAGE),
  onePageFiles(IMAGE_PAGE),
  onePageFiles({
    layer: [70, 71, 72, 73, 74].map(image).join(''),
    res: `<ofd:MultiMedias>${media(70, 'a.jb2', 'GBIG2')}${media(71, 'b.tif', 'TIFF')}${media(72, 'c.tif', 'TIFF')}${media(73, 'd.tif', 'TIFF')}${media(74, 'e.tif', 'TIFF')}</ofd:MultiMedias>`,
    files: {
      'Doc_0/Res/a.jb2': fromHex(ANNEX_H),
      'Doc_0/Res/b.tif': fixture('bilevel-g4.tif'),
      'Doc_0/Res/c.tif': fixture('rgb-lzw-predictor.tif'),
      'Doc_0/Res/d.tif': fixture('bilevel-g3-2d.tif'),
      'Doc_0/Res/e.tif': fixture('palette-packbits.tif'),
    },
  }),
  onePageFiles({
    layer:
      '<ofd:TextObject ID="9" Boundary="5 5 60 8" Font="3" Size="6"><ofd:CGTransform CodePosition="0" CodeCount="2" GlyphCount="4"><ofd:Glyphs>36 37 38 700</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="6" DeltaX="g 5 6">AB甲方</ofd:TextCode></ofd:TextObject>',
    res: '<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>f.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
    files: { 'Doc_0/Res/f.ttf': font },
  }),
  onePageFiles(MESH_PAGE),
  onePageFiles({
    layer:
      '<ofd:TextObject ID="9" Boundary="5 5 60 8" Font="3" Size="6"><ofd:CGTransform CodePosition="0" CodeCount="2" GlyphCount="4"><ofd:Glyphs>1 2 3 4</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="6" DeltaX="g 5 6">AB甲方</ofd:TextCode></ofd:TextObject>',
    res: '<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>f.pfb</ofd:FontFile></ofd:Font></ofd:Fonts>',
    files: { 'Doc_0/Res/f.pfb': makeType1(TYPE1, 'pfb') },
  }),
  unzipSync(twoDocuments()),
  onePageFiles({ files: signedFiles(sealWith('PNG', FOUR_COLORS), stamps) }),
  onePageFiles({ files: signedFiles(sealWith('ofd', zip(onePageFiles(PATH_PAGE))), stamps) }),
];

const EXTREMES = [
  '0',
  '-1',
  '1e308',
  '-1e308',
  'NaN',
  '99999999',
  '0.0000001',
  '',
  'g 9999999 1',
  '4294967296',
  '&#x0;',
  '<',
  '2147483647',
];

function mutateText(text: string, next: () => number): string {
  const pick = (n: number) => Math.floor(next() * n);
  switch (pick(6)) {
    case 0: {
      const numbers = [...text.matchAll(/-?\d+(\.\d+)?/g)];
      const hit = numbers[pick(numbers.length)];
      return hit
        ? text.slice(0, hit.index) + EXTREMES[pick(EXTREMES.length)] + text.slice(hit.index + hit[0].length)
        : text;
    }
    case 1: {
      const tags = [...text.matchAll(/<ofd:(\w+)[^>]*\/?>/g)];
      const hit = tags[pick(tags.length)];
      return hit
        ? text.slice(0, hit.index) + hit[0].repeat(pick(4)) + text.slice(hit.index + hit[0].length)
        : text;
    }
    case 2: {
      const at = pick(text.length);
      return text.slice(0, at) + text.slice(at + pick(40));
    }
    case 3: {
      const names = [...text.matchAll(/ (\w+)="/g)].map((m) => m[1]!);
      return text.replace(names[pick(names.length)] ?? 'x', names[pick(names.length)] ?? 'y');
    }
    case 4: {
      const from = pick(text.length);
      const part = text.slice(from, from + pick(400));
      const at = pick(text.length);
      return text.slice(0, at) + part.repeat(1 + pick(50)) + text.slice(at);
    }
    default:
      return (
        text.slice(0, pick(text.length)) + String.fromCharCode(pick(0xffff)) + text.slice(pick(text.length))
      );
  }
}

function mutateBytes(bytes: Uint8Array, next: () => number): Uint8Array {
  const out = bytes.slice(0, next() < 0.2 ? Math.floor(next() * bytes.length) : bytes.length);
  const flips = 1 + Math.floor(next() * 12);
  for (let i = 0; i < flips && out.length > 0; i++) {
    // heads and directories are where numbers are
    const at = Math.floor(next() < 0.5 ? next() * Math.min(out.length, 400) : next() * out.length);
    out[at] = next() < 0.3 ? 0xff : Math.floor(next() * 256);
  }
  return out;
}

function makeCase(next: () => number): Uint8Array {
  const base = { ...BASES[Math.floor(next() * BASES.length)]! };
  if (next() < 0.3) return mutateBytes(zip(base), next);
  const paths = Object.keys(base);
  for (let i = 0; i <= Math.floor(next() * 3); i++) {
    const path = paths[Math.floor(next() * paths.length)]!;
    const body = base[path]!;
    base[path] = typeof body === 'string' ? mutateText(body, next) : mutateBytes(body, next);
  }
  return zip(base);
}

const failures: string[] = [];
let slowest = 0;
let drawn = 0;
const before = process.memoryUsage().rss;
for (let i = 0; i < Number(count); i++) {
  const bytes = makeCase(random(`${seed}-${i}`));
  const began = process.cpuUsage();
  try {
    const file = openOfd(bytes as Uint8Array<ArrayBuffer>);
    const document = openDocument(file);
    for (let page = 0; page < Math.min(document.pages.length, 5); page++) {
      const { svg } = renderPage(document, page);
      if (/<(script|a|foreignObject|use|style)\b|javascript:/i.test(svg))
        failures.push(`${seed}-${i}: not inert`);
      drawn++;
    }
    const volume = openVolume(file);
    papersOf(volume);
    findInVolume(volume, '甲方');
  } catch (e) {
    if (!isAppError(e))
      failures.push(`${seed}-${i}: ${e instanceof Error ? e.stack?.split('\n').slice(0, 3).join(' | ') : e}`);
  }
  // the processor's time, so that what else the machine does falls on nobody
  const { user, system } = process.cpuUsage(began);
  slowest = Math.max(slowest, (user + system) / 1000);
}
const peak = peakMemory();
console.log(
  JSON.stringify({
    failures,
    drawn,
    slowestMs: Math.round(slowest),
    grownMb: Math.round((peak - before) / 1e6),
  }),
);
