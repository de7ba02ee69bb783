import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GlyphShard, SHARD_SIZE, type ShardGlyph } from '#core/sealart/glyph-shards.ts';
import type { SealFont } from '#core/sealart/glyph-source.ts';

/**
 * Outlines of the OFL fonts installed by npm, for the shards of `build-glyphs.ts` and for tests. Font file of each
 * face: 黑体 Noto Sans SC Medium, 宋体 Noto Serif SC at weight 600 (thin strokes of a lighter weight break up at the size
 * of a seal), 楷体 LXGW WenKai Lite.
 */
type Face = { folder: string; file: RegExp; weight?: number; licence: string };

export const FACES: Record<SealFont, Face> = {
  HEI: {
    folder: '@expo-google-fonts/noto-sans-sc/500Medium',
    file: /^NotoSansSC_500Medium\.ttf$/,
    licence: '@expo-google-fonts/noto-sans-sc/LICENSE_FONT',
  },
  SONG: {
    folder: '@fontsource-variable/noto-serif-sc/files',
    file: /^noto-serif-sc-\w+-wght-normal\.woff2$/,
    weight: 600,
    licence: '@fontsource-variable/noto-serif-sc/LICENSE',
  },
  KAI: {
    folder: 'lxgw-wenkai-lite-webfont/files',
    file: /^lxgwwenkailite-regular-subset-\w+\.woff2$/,
    licence: 'lxgw-wenkai-lite-webfont/OFL.txt',
  },
};

type Point = { x: number; y: number; onCurve: boolean; endContour: boolean; copy(): Point };
type RawGlyph = { points?: Point[]; components?: { dx: number; dy: number }[]; numberOfContours: number };
type FontkitGlyph = {
  advanceWidth: number;
  path: { commands: { command: string; args: number[] }[] };
};
type FontkitFont = {
  unitsPerEm: number;
  characterSet: number[];
  glyphForCodePoint(codePoint: number): FontkitGlyph;
  getGlyph(id: number): FontkitGlyph;
  variationCoords?: number[];
  _variationProcessor?: { transformPoints(id: number, points: Point[]): void };
  _transformedGlyphs?: RawGlyph[];
};
type Fontkit = { create(bytes: Uint8Array): FontkitFont };

/** Characters allowed on seals: Latin, punctuation, Chinese with Extension A, full-width forms. */
export function isSealCharacter(codePoint: number): boolean {
  return (
    (codePoint >= 0x20 && codePoint <= 0x17f && codePoint !== 0x7f) ||
    (codePoint >= 0x2000 && codePoint <= 0x206f) ||
    (codePoint >= 0x2100 && codePoint <= 0x25ff) ||
    (codePoint >= 0x3000 && codePoint <= 0x30ff) ||
    (codePoint >= 0x3400 && codePoint <= 0x9fff) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x20000 && codePoint <= 0x323af)
  );
}

/**
 * Shards of one face by their number (code point / SHARD_SIZE). With `only`, just the glyphs of these characters.
 * Requires the path of node_modules.
 */
export async function readFace(
  font: SealFont,
  modules: string,
  only?: string,
): Promise<Map<number, GlyphShard>> {
  const face = FACES[font];
  const specifier: string = 'fontkit';
  const fontkit = (await import(specifier)) as Fontkit;
  const folder = join(modules, face.folder);
  const wanted = only === undefined ? undefined : new Set(Array.from(only, (c) => c.codePointAt(0) ?? 0));
  const shards = new Map<number, GlyphShard>();
  for (const name of (await readdir(folder)).filter((file) => face.file.test(file)).sort()) {
    if (wanted?.size === 0) break;
    const opened = fontkit.create(await readFile(join(folder, name)));
    const codePoints = opened.characterSet.filter((c) => isSealCharacter(c) && (wanted?.has(c) ?? true));
    if (codePoints.length === 0) continue;
    if (face.weight !== undefined) setWeight(opened, face.weight);
    for (const codePoint of codePoints) {
      const number = Math.floor(codePoint / SHARD_SIZE);
      const shard = shards.get(number) ?? {};
      shard[codePoint.toString(16)] ??= toShardGlyph(opened, codePoint);
      shards.set(number, shard);
      wanted?.delete(codePoint);
    }
  }
  return shards;
}

/**
 * fontkit 2.0.4 does not support variations of WOFF2 fonts (getVariation reads the compressed bytes as TrueType), so
 * the deltas of gvar are applied to the decompressed points here.
 */
function setWeight(font: FontkitFont, weight: number): void {
  font.variationCoords = [weight];
  void font.getGlyph(0).path;
  const processor = font._variationProcessor;
  const glyphs = font._transformedGlyphs;
  if (!processor || !glyphs) throw new Error('the serif font no longer comes as a variable WOFF2');
  for (const [id, raw] of glyphs.entries()) {
    if (!raw?.points && !raw?.components) continue;
    const offsets = raw.components?.map((part) => pointAt(part.dx, part.dy)) ?? [];
    const phantom = [0, 1, 2, 3].map(() => pointAt(0, 0));
    processor.transformPoints(id, [...(raw.points ?? offsets), ...phantom]);
    raw.components?.forEach((part, i) => {
      part.dx = offsets[i]?.x ?? part.dx;
      part.dy = offsets[i]?.y ?? part.dy;
    });
  }
}

const pointAt = (x: number, y: number): Point => ({
  x,
  y,
  onCurve: true,
  endContour: true,
  copy: () => pointAt(x, y),
});

/** [advance, path] in thousandths of an em, y up, as in the font: M, L, Q, C, Z with integers. */
function toShardGlyph(font: FontkitFont, codePoint: number): ShardGlyph {
  const glyph = font.glyphForCodePoint(codePoint);
  const unit = 1000 / font.unitsPerEm;
  const letters: Record<string, string> = {
    moveTo: 'M',
    lineTo: 'L',
    quadraticCurveTo: 'Q',
    bezierCurveTo: 'C',
    closePath: 'Z',
  };
  const path = glyph.path.commands
    .map(({ command, args }) => (letters[command] ?? '') + args.map((n) => Math.round(n * unit)).join(' '))
    .join('');
  return [Math.round(glyph.advanceWidth * unit), path];
}
