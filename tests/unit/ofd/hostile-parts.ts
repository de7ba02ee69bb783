import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Bytes } from '#core/bytes.ts';
import { signedFiles } from './feature-pages.ts';
import { type Files, onePageFiles, zip } from './make-package.ts';

export const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';
export const path = (inner: string, attributes = 'Boundary="0 0 90 70" Fill="true"') =>
  `<ofd:PathObject ID="9" ${attributes}>${inner}<ofd:AbbreviatedData>M 0 0 L 90 0 L 90 70 C</ofd:AbbreviatedData></ofd:PathObject>`;
export const composite = (id: number) =>
  `<ofd:CompositeObject ID="9" Boundary="0 0 90 70" ResourceID="${id}"/>`;
export const unit = (id: number, content: string) =>
  `<ofd:CompositeGraphicUnit ID="${id}" Width="90" Height="70"><ofd:Content>${content}</ofd:Content></ofd:CompositeGraphicUnit>`;
export const units = (...all: string[]) =>
  `<ofd:CompositeGraphicUnits>${all.join('')}</ofd:CompositeGraphicUnits>`;
export const media = (id: number, file: string, format: string) =>
  `<ofd:MultiMedia ID="${id}" Type="Image" Format="${format}"><ofd:MediaFile>${file}</ofd:MediaFile></ofd:MultiMedia>`;
export const image = (id: number) =>
  `<ofd:ImageObject ID="9" Boundary="5 5 20 20" CTM="20 0 0 20 0 0" ResourceID="${id}"/>`;
export const text = (inner: string, attributes = '') =>
  `<ofd:TextObject ID="9" Boundary="0 0 90 70" Font="3" Size="5" ${attributes}>${inner}</ofd:TextObject>`;
export const pattern = (cell: string, attributes = 'Width="1" Height="1" XStep="0.001" YStep="0.001"') =>
  `<ofd:FillColor Value="1 2 3"><ofd:Pattern ${attributes}><ofd:CellContent>${cell}</ofd:CellContent></ofd:Pattern></ofd:FillColor>`;
export const page = (layer: string, more: Parameters<typeof onePageFiles>[0] = {}) =>
  onePageFiles({ ...more, layer });

const font = (name: string) => new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(name)));
export const SANS = () => font('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');

/** Bytes that do not compress and are the same each time. */
export function noise(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

/** A JBIG2 picture of one generic region over `data`. */
export function jbig2(width: number, height: number, data: Uint8Array): Uint8Array {
  const info = [...u32(width), ...u32(height), ...u32(0), ...u32(0), 0];
  const head = [...info, 0, 3, 255, 253, 255, 2, 254, 254, 254];
  const sheet = [
    ...u32(0),
    48,
    0,
    1,
    ...u32(19),
    ...u32(width),
    ...u32(height),
    ...u32(0),
    ...u32(0),
    0,
    0,
    0,
  ];
  const region = [...u32(1), 38, 0, 1, ...u32(head.length + data.length), ...head];
  const out = new Uint8Array(sheet.length + region.length + data.length);
  out.set(sheet);
  out.set(region, sheet.length);
  out.set(data, sheet.length + region.length);
  return out;
}

/** A TIFF of one uncompressed or deflated strip. */
export function tiff(width: number, height: number, samples: number, compression: number, data: Uint8Array) {
  const u16 = (n: number) => [(n >> 8) & 255, n & 255];
  const tag = (id: number, type: number, value: number) => [
    ...u16(id),
    ...u16(type),
    ...u32(1),
    ...(type === 3 ? [...u16(value), 0, 0] : u32(value)),
  ];
  const tags = [
    tag(256, 4, width),
    tag(257, 4, height),
    tag(258, 3, 8),
    tag(259, 3, compression),
    tag(262, 3, samples === 1 ? 1 : 2),
    tag(273, 4, 8 + 2 + 9 * 12 + 4),
    tag(277, 3, samples),
    tag(278, 4, height),
    tag(279, 4, data.length),
  ];
  const head = [0x4d, 0x4d, 0, 42, ...u32(8), ...u16(tags.length), ...tags.flat(), ...u32(0)];
  const out = new Uint8Array(head.length + data.length);
  out.set(head);
  out.set(data, head.length);
  return out;
}

export const repeat = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join('');

/** An OFD whose page says `pages` times the same file. */
export function pagesOf(count: number, files: Files): Files {
  const document = files['Doc_0/Document.xml'] as string;
  const list = repeat(count, (i) => `<ofd:Page ID="${i + 1}" BaseLoc="Pages/Page_0/Content.xml"/>`);
  return {
    ...files,
    'Doc_0/Document.xml': document.replace(/<ofd:Pages>.*<\/ofd:Pages>/, `<ofd:Pages>${list}</ofd:Pages>`),
  };
}

/** A bare CFF font whose only outline runs the same subroutine again and again without drawing. */
export function busyCff(): Uint8Array {
  const index = (...items: number[][]) => {
    if (items.length === 0) return [0, 0];
    let at = 1;
    const offsets = [at, ...items.map((item) => (at += item.length))].flatMap((n) => [
      (n >> 8) & 255,
      n & 255,
    ]);
    return [(items.length >> 8) & 255, items.length & 255, 2, ...offsets, ...items.flat()];
  };
  const number = (n: number) => [29, ...u32(n)];
  // 16 000 times: move nowhere
  const glyph = Array.from({ length: 16_000 }, () => [139, 22]).flat();
  const header = [1, 0, 4, 2];
  const names = index([65]);
  const strings = index();
  const subrs = index();
  const topLength = 6;
  const before = header.length + names.length + (2 + 1 + 4 + topLength) + strings.length + subrs.length;
  const top = index([...number(before), 17]);
  return Uint8Array.from([...header, ...names, ...top, ...strings, ...subrs, ...index(glyph, glyph)]);
}

/** A SEQUENCE of empty SEQUENCEs. */
export function smallValues(length: number): Uint8Array {
  const out = new Uint8Array(6 + length).map((_, i) => (i % 2 ? 0 : 0x30));
  out.set([0x30, 0x84, ...u32(length)]);
  return out;
}

/** The start of a PNG before noise: what is passed on as it is. */
export function pngOf(size: number): Uint8Array {
  const out = noise(size);
  out.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return out;
}

/** 30 signatures, each by another digest over the same files of 100 MB in all. */
export function hashing(): Bytes {
  const methods = ['SM3', 'MD5', 'SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256'];
  const large = Object.fromEntries(
    Array.from({ length: 25 }, (_, i) => [`Doc_0/Res/${i}`, new Uint8Array(4_000_000)]),
  );
  const signatures: Files = {};
  methods.forEach((method, i) => {
    const references = Object.keys(large).map(
      (file) => `<ofd:Reference FileRef="/${file}"><ofd:CheckValue>AAAA</ofd:CheckValue></ofd:Reference>`,
    );
    signatures[`Doc_0/Signs/Sign_${i}/Signature.xml`] =
      `<ofd:Signature ${NS}><ofd:SignedInfo><ofd:References CheckMethod="${method}">${references.join('')}</ofd:References></ofd:SignedInfo><ofd:SignedValue>SignedValue.dat</ofd:SignedValue></ofd:Signature>`;
  });
  return zip({
    ...onePageFiles(),
    ...signedFiles(Uint8Array.of(0x30, 0), ''),
    ...large,
    ...signatures,
    'Doc_0/Signs/Signatures.xml': `<ofd:Signatures ${NS}>${methods.map((_, i) => `<ofd:Signature ID="${i}" BaseLoc="Sign_${i}/Signature.xml"/>`).join('')}</ofd:Signatures>`,
  });
}
