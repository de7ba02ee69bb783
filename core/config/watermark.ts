import { z } from 'zod';

/** [9.35h] Font sizes that are offered, px. */
export const FONT_SIZES = [42, 36, 26, 24, 22, 18, 16, 15, 14, 12, 9] as const;
export const WATERMARK_FONTS = ['SANS', 'SONG', 'KAI', 'FANG', 'HEI'] as const;
export type WatermarkFont = (typeof WATERMARK_FONTS)[number];

/** [9.25] A cell of the watermark is drawn with this font size and opacity, and then scaled to the chosen font size. */
const CELL = { fontSize: 30, opacity: 0.2 } as const;
/** Space around the text of a cell, in units of the cell. */
const ROOM = { across: 120, down: 90 } as const;
const LONGEST = 40;

/** [3.24a] The watermark over the pages. */
export const watermarkSetting = z
  .object({
    /** Whether screenshots and printing are restricted, as far as a browser can. */
    banscreenshotsFlag: z.boolean(),
    /** [9.35a–c] 1: name and last four digits of the mobile number; 2: account; 3: `watermarkContent`. */
    watermarkType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    watermarkContent: z.string().trim().max(LONGEST),
    /** Angle of the text to the horizontal, degrees; it rises to the right. */
    gradient: z.number().int().min(0).max(90),
    /** [9.25] Percent: 0 is the most visible, 100 is invisible. */
    transparency: z.number().int().min(0).max(100),
    fontSize: z.literal(FONT_SIZES),
    font: z.enum(WATERMARK_FONTS),
  })
  .refine((setting) => setting.watermarkType !== 3 || setting.watermarkContent !== '', {
    path: ['watermarkContent'],
    message: 'config:rule.watermarkContent',
    params: { problem: 'config:rule.watermarkContent' },
  });
export type WatermarkSetting = z.output<typeof watermarkSetting>;

/** Initial setting of the watermark over the pages ([9.25]). */
export const NEW_WATERMARK: WatermarkSetting = {
  banscreenshotsFlag: false,
  watermarkType: 1,
  watermarkContent: '',
  gradient: 20,
  transparency: 10,
  fontSize: 12,
  font: 'SANS',
};

/** The person who views the page. `mobile` may be masked: only its last four characters are used. */
export type Reader = { name: string; mobile: string; account: string };

/** [9.35a] [9.35b] [9.35c] The text of the watermark for a reader. */
export function watermarkText(
  setting: Pick<WatermarkSetting, 'watermarkType' | 'watermarkContent'>,
  reader: Reader,
): string {
  switch (setting.watermarkType) {
    case 1:
      return `${reader.name} ${reader.mobile.slice(-4)}`.trim();
    case 2:
      return reader.account;
    case 3:
      return setting.watermarkContent;
  }
}

const FAMILIES: Record<WatermarkFont, string> = {
  SANS: 'system-ui, sans-serif',
  SONG: 'SimSun, Songti SC, Noto Serif CJK SC, serif',
  KAI: 'KaiTi, Kaiti SC, serif',
  FANG: 'FangSong, STFangsong, serif',
  HEI: 'SimHei, Heiti SC, Noto Sans CJK SC, sans-serif',
};

/** One cell of the pattern as SVG, its size in px, and the opacity of the complete watermark. */
export type WatermarkCell = { svg: string; width: number; height: number; opacity: number };

/** Draws the cell that is repeated over the page. The text can contain any character of a name: it is escaped. */
export function watermarkCell(text: string, setting: WatermarkSetting): WatermarkCell {
  const angle = (setting.gradient * Math.PI) / 180;
  const long = [...text].reduce((sum, c) => sum + (c.codePointAt(0)! > 0x2e7f ? 1 : 0.6), 0) * CELL.fontSize;
  const width = Math.ceil(long * Math.cos(angle) + CELL.fontSize * Math.sin(angle)) + ROOM.across;
  const height = Math.ceil(long * Math.sin(angle) + CELL.fontSize * Math.cos(angle)) + ROOM.down;
  const scale = setting.fontSize / CELL.fontSize;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width * scale)}" height="${round(height * scale)}" ` +
    `viewBox="0 0 ${width} ${height}"><text x="${width / 2}" y="${height / 2}" ` +
    `transform="rotate(${-setting.gradient} ${width / 2} ${height / 2})" text-anchor="middle" ` +
    `dominant-baseline="middle" font-size="${CELL.fontSize}" font-family="${FAMILIES[setting.font]}" ` +
    `fill="#808080" fill-opacity="${CELL.opacity}">${escapeXml(text)}</text></svg>`;
  return {
    svg,
    width: round(width * scale),
    height: round(height * scale),
    opacity: round(1 - setting.transparency / 100),
  };
}

const round = (n: number) => Math.round(n * 100) / 100;

// XML does not allow control characters, not even escaped.
const escapeXml = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);
