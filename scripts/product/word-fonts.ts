import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { joinKai } from './kai-font.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Fonts for laying out Word files, under the names that core/docx uses. In Word a line of 宋体 is 1.3 em high and fits
 * the usual grid of 15.6 pt; the free fonts are higher, so that every line would take two grid lines. They are
 * therefore changed to that height and renamed, as their licence (OFL, no reserved name) requires for modified fonts.
 */
const FONTS = [
  ['@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf', 'Signet Song', 'Regular'],
  ['@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf', 'Signet Song', 'Bold'],
  ['@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf', 'Signet Hei', 'Regular'],
  ['@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf', 'Signet Hei', 'Bold'],
  [joinKai, 'Signet Kai', 'Regular'],
] as const;

/** Their names in the order of WORD_FONTS. */
export const WORD_FONTS = 'Signet Song,Signet Hei,Signet Kai';

/** The font files, created in `folder` if missing. */
export function makeWordFonts(folder: string): string[] {
  makeFolder(folder);
  return FONTS.map(([source, family, style]) => {
    const file = join(folder, `${family.replace(' ', '')}-${style}.ttf`);
    if (existsSync(file)) return file;
    const modules = join(root, 'node_modules');
    const program =
      typeof source === 'string' ? readFileSync(join(modules, source)) : Buffer.from(source(modules));
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, withLineHeight(program, family, style));
    renameSync(aside, file);
    return file;
  });
}

const [ASCENT, DESCENT] = [1.0, 0.3];

/** A TrueType font with that name and a line height of 1.3 em (OpenType 1.9: hhea, OS/2, name, head). */
export function withLineHeight(program: Buffer, family: string, style: 'Regular' | 'Bold'): Buffer {
  const tables = readTables(program);
  const table = (tag: string): Buffer => {
    const found = tables.find((other) => other.tag === tag);
    if (!found) throw new Error(`the font ${family} has no table ${tag}`);
    return found.data;
  };
  const em = table('head').readUInt16BE(18);
  const [up, down] = [Math.round(ASCENT * em), Math.round(DESCENT * em)];
  const hhea = table('hhea');
  hhea.writeInt16BE(up, 4);
  hhea.writeInt16BE(-down, 6);
  hhea.writeInt16BE(0, 8);
  const os2 = table('OS/2');
  os2.writeInt16BE(up, 68);
  os2.writeInt16BE(-down, 70);
  os2.writeInt16BE(0, 72);
  os2.writeUInt16BE(up, 74);
  os2.writeUInt16BE(down, 76);
  tables.find(({ tag }) => tag === 'name')!.data = nameTable(family, style);
  table('head').writeUInt32BE(0, 8);
  return writeTables(program.subarray(0, 12), tables);
}

interface Table {
  tag: string;
  data: Buffer;
}

function readTables(program: Buffer): Table[] {
  return Array.from({ length: program.readUInt16BE(4) }, (_, i) => {
    const at = 12 + i * 16;
    const start = program.readUInt32BE(at + 8);
    const data = Buffer.from(program.subarray(start, start + program.readUInt32BE(at + 12)));
    return { tag: program.toString('latin1', at, at + 4), data };
  });
}

function nameTable(family: string, style: string): Buffer {
  const names: [number, string][] = [
    [1, family],
    [2, style],
    [3, `${family} ${style}`],
    [4, `${family} ${style}`],
    [6, `${family.replace(/ /g, '')}-${style}`],
  ];
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let at = 0;
  names.forEach(([id], i) => {
    const record = [3, 1, 0x409, id, texts[i]!.length, at];
    for (const [k, value] of record.entries()) head.writeUInt16BE(value, 6 + i * 12 + k * 2);
    at += texts[i]!.length;
  });
  return Buffer.concat([head, ...texts]);
}

function checksum(data: Buffer): number {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

function writeTables(head: Buffer, tables: readonly Table[]): Buffer {
  const directory = Buffer.alloc(tables.length * 16);
  const parts: Buffer[] = [];
  let at = 12 + directory.length;
  let headAt = 0;
  tables.forEach(({ tag, data }, i) => {
    if (tag === 'head') headAt = at;
    directory.write(tag, i * 16, 'latin1');
    directory.writeUInt32BE(checksum(data), i * 16 + 4);
    directory.writeUInt32BE(at, i * 16 + 8);
    directory.writeUInt32BE(data.length, i * 16 + 12);
    const pad = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, pad);
    at += data.length + pad.length;
  });
  const out = Buffer.concat([head, directory, ...parts]);
  // The checksum of the whole font (head.checkSumAdjustment).
  out.writeUInt32BE((0xb1b0afba - checksum(out)) >>> 0, headAt + 8);
  return out;
}
