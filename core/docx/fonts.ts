/** Free replacements for Word's fonts, which may not be redistributed. */
export type WordFace = 'SONG' | 'HEI' | 'KAI' | 'FANGSONG';

/** Name of each face where the file is laid out. */
export type WordFaces = Readonly<Record<WordFace, string>>;

/** A font named in the file, and its replacement in the layout. */
export interface FontReplacement {
  from: string;
  /** Empty if the layout chooses one. */
  to: string;
  /** Whether both are of one style, as two kinds of 宋体 are. If not, text looks different and lines may end elsewhere. */
  sameStyle: boolean;
}

const NAMES: Readonly<Record<WordFace, readonly string[]>> = {
  SONG: [
    ...[
      '宋体',
      '新宋体',
      '宋体-简',
      '华文宋体',
      '华文中宋',
      '方正小标宋简体',
      '方正书宋简体',
      '细明体',
      '新細明體',
    ],
    ...['SimSun', 'NSimSun', 'STSong', 'STZhongsong', 'SimSun-ExtB', 'MingLiU', 'PMingLiU', 'Songti SC'],
    ...['FZXiaoBiaoSong-B05S', 'FZShuSong-Z01S', '思源宋体', 'Source Han Serif SC', 'Source Han Serif CN'],
    ...['Noto Serif SC', 'Noto Serif CJK SC', 'MS Mincho', 'ＭＳ 明朝', '標楷體宋'],
  ],
  HEI: [
    ...[
      '黑体',
      '微软雅黑',
      '微软雅黑 Light',
      '等线',
      '等线 Light',
      '华文黑体',
      '华文细黑',
      '幼圆',
      '苹方',
      '苹方-简',
    ],
    ...[
      'SimHei',
      'Microsoft YaHei',
      'Microsoft YaHei UI',
      'Microsoft YaHei Light',
      'DengXian',
      'DengXian Light',
    ],
    ...[
      'STHeiti',
      'STXihei',
      'YouYuan',
      'PingFang SC',
      'Heiti SC',
      '方正黑体简体',
      'FZHei-B01S',
      '微軟正黑體',
    ],
    ...[
      'Microsoft JhengHei',
      '思源黑体',
      'Source Han Sans SC',
      'Source Han Sans CN',
      'Noto Sans SC',
      'Noto Sans CJK SC',
    ],
    ...['MS Gothic', 'ＭＳ ゴシック'],
  ],
  KAI: [
    ...[
      '楷体',
      '楷体_GB2312',
      '华文楷体',
      '方正楷体简体',
      '標楷體',
      'KaiTi',
      'KaiTi_GB2312',
      'STKaiti',
      'Kaiti SC',
    ],
    ...['DFKai-SB', 'FZKai-Z03S', '华文行楷', 'STXingkai', '隶书', 'LiSu'],
  ],
  FANGSONG: [
    '仿宋',
    '仿宋_GB2312',
    '华文仿宋',
    '方正仿宋简体',
    'FangSong',
    'FangSong_GB2312',
    'STFangsong',
    'FZFangSong-Z02S',
  ],
};

/** Written by a brush, too, but in a style of its own: told as another font where 楷体 stands for it. */
const NEAR_KAI = new Set(['华文行楷', 'stxingkai', '隶书', 'lisu']);

const FACES = new Map<string, WordFace>(
  (Object.keys(NAMES) as WordFace[]).flatMap((face) => NAMES[face].map((name) => [name.toLowerCase(), face])),
);

/** Latin fonts with the same metrics, shipped with LibreOffice. */
const LATIN = new Map([
  ['times new roman', 'Liberation Serif'],
  ['arial', 'Liberation Sans'],
  ['helvetica', 'Liberation Sans'],
  ['courier new', 'Liberation Mono'],
  ['calibri', 'Carlito'],
  ['calibri light', 'Carlito'],
  ['cambria', 'Caladea'],
]);

/** The style of a Chinese font by its name; undefined for an unknown one. */
export const faceOf = (font: string): WordFace | undefined => FACES.get(font.trim().toLowerCase());

/** Whether a font has Latin letters alone: Chinese characters that name it are set in 宋体, in Word too. */
export const isLatinFont = (font: string): boolean => LATIN.has(font.trim().toLowerCase());

/**
 * The replacement for a font of the file; `to` is empty for a Latin font that is not known, which the layout has or
 * replaces by one of its own. Undefined for symbol fonts such as Wingdings, which are kept.
 */
export function replacementOf(
  font: string,
  faces: WordFaces,
  eastAsian: boolean,
): Omit<FontReplacement, 'from'> | undefined {
  const name = font.trim().toLowerCase();
  if (name === '' || /^(wingdings|webdings|symbol|zapfdingbats)/.test(name)) return undefined;
  const face = faceOf(font);
  if (face) {
    const hasStyle = face === 'SONG' || faces[face] !== faces.SONG;
    return { to: faces[face], sameStyle: hasStyle && !NEAR_KAI.has(name) };
  }
  const latin = LATIN.get(name);
  if (latin) return { to: eastAsian ? faces.SONG : latin, sameStyle: true };
  // An unknown font: Chinese text falls back to the body face, other text to any available font.
  const to = eastAsian || /\p{Script=Han}/u.test(font) ? faces.SONG : '';
  return { to, sameStyle: to !== '' && name === to.toLowerCase() };
}
