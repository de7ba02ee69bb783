/**
 * Makes the fonts of typeset documents (core/typeset/font-files.ts) from the OFL fonts that npm brings: subsets that
 * together hold all their characters. Done once into `.cache/typeset-fonts`. Refuses a file with another digest than the
 * code says; `--print` says the digests there are now.
 *
 *   node scripts/run.mjs scripts/build-typeset-fonts.ts [--print]
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { create, type Font } from 'fontkit';
import type { Bytes } from '#core/bytes.ts';
import {
  FONT_TIERS,
  type FontFamily,
  type FontTier,
  fontPath,
  TYPESET_FONTS,
  TYPESET_SIGNS,
  type TypesetFontFile,
} from '#core/typeset/font-files.ts';
import { withCharacterMap } from '#core/typeset/font-program.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGES = join(root, 'node_modules');
const CACHE = join(root, '.cache/typeset-fonts');
const SOURCES: Record<FontFamily, string> = {
  serif: '@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf',
  sans: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
};
const SIGNS_SOURCE = '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf';
/** Checkboxes: signs that both other fonts lack. */
const SIGNS = '☐☑☒';
const LICENCES = ['noto-serif-sc', 'noto-sans-sc', 'noto-sans-symbols-2'];

/** The font files, built if missing, and the fonts' licences. */
export function typesetFonts(): { from: string; to: string }[] {
  const files = [...Object.values(TYPESET_FONTS).flatMap((tiers) => Object.values(tiers)), TYPESET_SIGNS];
  if (files.some((file) => !existsSync(join(CACHE, nameOf(file))))) make();
  return [
    ...files.map((file) => ({ from: join(CACHE, nameOf(file)), to: `typeset/${nameOf(file)}` })),
    ...LICENCES.map((name) => ({
      from: join(PACKAGES, '@expo-google-fonts', name, 'LICENSE_FONT'),
      to: `typeset/${name}-LICENSE.txt`,
    })),
  ];
}

const nameOf = (file: TypesetFontFile): string => basename(fontPath(file));

function make(): void {
  mkdirSync(CACHE, { recursive: true });
  for (const { file, data } of subsets()) {
    const digest = createHash('sha256').update(data).digest('hex');
    if (digest !== file.sha256)
      throw new Error(`${file.name} has the digest ${digest}: see scripts/build-typeset-fonts.ts`);
    const draft = join(CACHE, `.${nameOf(file)}.${process.pid}`);
    writeFileSync(draft, data);
    renameSync(draft, join(CACHE, nameOf(file)));
    rmSync(draft, { force: true });
  }
}

function* subsets(): Generator<{ file: TypesetFontFile; data: Bytes }> {
  const sources = { serif: read(SOURCES.serif), sans: read(SOURCES.sans) };
  for (const family of ['serif', 'sans'] as const) {
    const parts = partsOf(sources[family].font.characterSet);
    for (const tier of FONT_TIERS)
      yield { file: TYPESET_FONTS[family][tier], data: subsetOf(sources[family], parts[tier]) };
  }
  const points = Array.from(SIGNS, (sign) => sign.codePointAt(0)!);
  for (const { font } of Object.values(sources))
    if (points.some((point) => font.hasGlyphForCodePoint(point)))
      throw new Error('a sign is in a font already');
  yield { file: TYPESET_SIGNS, data: subsetOf(read(SIGNS_SOURCE), points) };
}

interface Source {
  readonly font: Font;
  readonly data: Bytes;
}

function read(path: string): Source {
  const data = new Uint8Array(readFileSync(join(PACKAGES, path)));
  return { data, font: create(data) as Font };
}

/** GB 2312 plus signs of Chinese, Latin, Greek and Cyrillic text; additional characters of Big5; all others. */
function partsOf(points: readonly number[]): Record<FontTier, number[]> {
  const simplified = charactersOf('gbk', [0xa1, 0xf7], [0xa1, 0xfe]);
  const big5 = charactersOf('big5', [0xa1, 0xf9], [0x40, 0xfe]);
  const parts: Record<FontTier, number[]> = { common: [], traditional: [], rare: [] };
  for (const point of [...new Set(points)].sort((a, b) => a - b)) {
    const sign = point < 0x500 || (point >= 0x2000 && point < 0x3100) || (point >= 0xff00 && point < 0xfff0);
    parts[sign || simplified.has(point) ? 'common' : big5.has(point) ? 'traditional' : 'rare'].push(point);
  }
  return parts;
}

function charactersOf(encoding: string, first: [number, number], second: [number, number]): Set<number> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<number>();
  for (let a = first[0]; a <= first[1]; a++)
    for (let b = second[0]; b <= second[1]; b++) {
      const text = Array.from(decoder.decode(new Uint8Array([a, b])));
      if (text.length === 1 && text[0] !== '\ufffd') found.add(text[0]!.codePointAt(0)!);
    }
  return found;
}

/** Outlines and widths of some characters, including the tables with the font's copyright. */
function subsetOf({ font, data }: Source, points: readonly number[]): Bytes {
  const subset = font.createSubset();
  const glyphs = new Map(
    points.map((point) => [point, subset.includeGlyph(font.glyphForCodePoint(point).id)]),
  );
  return withCharacterMap(subset.encode(), glyphs, tablesOf(data, ['OS/2', 'name']));
}

function tablesOf(data: Bytes, wanted: readonly string[]): Map<string, Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16;
    const name = String.fromCharCode(...data.subarray(entry, entry + 4));
    const start = view.getUint32(entry + 8);
    if (wanted.includes(name)) tables.set(name, data.subarray(start, start + view.getUint32(entry + 12)));
  }
  return tables;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--print'))
    for (const { file, data } of subsets())
      console.log(file.name, createHash('sha256').update(data).digest('hex'), data.length);
  else typesetFonts();
}
