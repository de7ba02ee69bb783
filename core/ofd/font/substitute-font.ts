import type { FontResource } from '#core/ofd/model/read-resources.ts';

const known = new WeakMap<FontResource, string[]>();

/**
 * CSS families for a font that is not embedded: its own names first, then similar typefaces of Windows, macOS and
 * Linux, then a generic family.
 */
export function substituteFamilies(font: FontResource | undefined): string[] {
  if (!font) return SONG;
  const families = known.get(font) ?? chooseFamilies(font);
  known.set(font, families);
  return families;
}

function chooseFamilies(font: FontResource): string[] {
  // Subset fonts have a prefix of six letters.
  const named = [font.name, font.family]
    .map((name) => name.replace(/^[A-Z]{6}\+/, ''))
    .filter((name) => name.trim() !== '');
  const kind = KINDS.find(({ match }) => named.some((name) => match.test(name)));
  const generic = font.fixedWidth ? ['monospace'] : !font.serif && /sans/i.test(named.join()) ? SANS : SONG;
  const own = named
    .map((name) => name.replace(/[^\p{L}\p{N} ._+-]/gu, '').trim())
    .filter((name) => name !== '');
  return [...new Set([...own, ...(kind?.families ?? generic)])];
}

const SONG = ['SimSun', 'Songti SC', 'STSong', 'Noto Serif CJK SC', 'Noto Serif SC', 'serif'];
const SANS = [
  'SimHei',
  'Heiti SC',
  'PingFang SC',
  'Microsoft YaHei',
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'sans-serif',
];
const KAI = ['KaiTi', 'Kaiti SC', 'STKaiti', 'AR PL UKai CN', 'Noto Serif CJK SC', 'serif'];
const FANG_SONG = ['FangSong', 'STFangsong', 'FangSong SC', 'Noto Serif CJK SC', 'serif'];

const KINDS: { match: RegExp; families: string[] }[] = [
  { match: /仿宋|fang ?song|FZFS/i, families: FANG_SONG },
  { match: /楷|kai/i, families: KAI },
  { match: /黑|heiti|simhei|yahei|dengxian|等线|FZHT|FZHei|HYa?[0-9]*hei/i, families: SANS },
  { match: /宋|song|simsun|STZJ|FZXBS|FZSS|^HY/i, families: SONG },
  { match: /courier|consolas|mono/i, families: ['Courier New', 'Courier', 'Liberation Mono', 'monospace'] },
  {
    match: /times|georgia|garamond|cambria/i,
    families: ['Times New Roman', 'Times', 'Liberation Serif', ...SONG],
  },
  {
    match: /arial|helvetica|calibri|tahoma|verdana|segoe/i,
    families: ['Arial', 'Helvetica', 'Liberation Sans', ...SANS],
  },
  { match: /隶|lisu/i, families: ['LiSu', 'STLiti', ...KAI] },
  { match: /symbol|wingdings|webdings/i, families: ['Symbol', ...SANS] },
];

/** Value of a CSS font-family list; only letters, digits and a few signs are allowed in names. */
export function familyList(families: string[]): string {
  return families.map((name) => (/^(serif|sans-serif|monospace)$/.test(name) ? name : `'${name}'`)).join(',');
}
