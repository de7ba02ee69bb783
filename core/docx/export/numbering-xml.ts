import type { ContentPage } from '#core/template/content.ts';
import { CLAUSES_NAME, ITEMS_NAME } from '../own-names.ts';

/** Ids of lists in the file: clauses are the first, bullets the second, and each ordered list has its own. */
export const CLAUSES = 1;
export const BULLETS = 2;
const FIRST_ORDERED = 3;

type Level = readonly [format: string, text: string, left: number, hanging: number];

const BULLET_LEVELS: readonly Level[] = ['•', '◦', '▪', '–'].map((sign, at) => [
  'bullet',
  sign,
  720 + at * 480,
  360,
]);
const ORDERED_LEVELS: readonly Level[] = (
  [
    ['decimal', '%1.'],
    ['lowerLetter', '%2)'],
    ['lowerRoman', '%3.'],
    ['decimal', '(%4)'],
  ] as const
).map(([format, text], at) => [format, text, 720 + at * 480, 480]);

/** For clauses: numbers hang in the indent, but 第一条 is part of the first line. */
const CLAUSE_LEVELS: Record<ContentPage['numbering'], readonly Level[]> = {
  DECIMAL: [
    ['decimal', '%1.', 480, 480],
    ['decimal', '%1.%2', 600, 600],
    ['decimal', '%1.%2.%3', 1280, 800],
    ['decimal', '（%4）', 1760, 800],
  ],
  CHINESE: [
    ['chineseCountingThousand', '第%1条', 0, 0],
    ['chineseCountingThousand', '（%2）', 0, 0],
    ['decimal', '%3.', 960, 480],
    ['decimalEnclosedCircle', '%4', 1440, 480],
  ],
};

/** Whether a clause of that level starts its line with the number as part of the text. */
export const isRunIn = (numbering: ContentPage['numbering'], level: number): boolean =>
  CLAUSE_LEVELS[numbering][level]![3] === 0;

const list = (id: number, name: string, levels: readonly Level[]): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${name && `<w:name w:val="${name}"/>`}` +
  `${levels
    .map(
      ([format, text, left, hanging], at) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${hanging === 0 ? '<w:suff w:val="space"/>' : ''}` +
        `<w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${hanging === 0 ? '' : `<w:pPr><w:ind w:left="${left}" w:hanging="${hanging}"/></w:pPr>`}</w:lvl>`,
    )
    .join('')}</w:abstractNum>`;

/** Assigns ids to ordered lists: each new list gets its own, so that it starts at one. */
export function makeLists() {
  let open: { ordered: boolean; num: number }[] = [];
  const starts: number[] = [];
  return {
    /** The id of the list that an item belongs to, by the same rules as `itemLabels`. */
    next(level: number, ordered: boolean): number {
      open.length = Math.min(open.length, level + 1);
      while (open.length < level) open.push({ ordered: false, num: BULLETS });
      if (open[level]?.ordered !== ordered) {
        const num = ordered ? FIRST_ORDERED + starts.length : BULLETS;
        if (ordered) starts.push(level);
        open[level] = { ordered, num };
      }
      return open[level]!.num;
    },
    end(): void {
      open = [];
    },
    /** Levels at which ordered lists start, list by list. */
    begun: starts,
  };
}
export type Lists = ReturnType<typeof makeLists>;

export const numberingXml = (numbering: ContentPage['numbering'], starts: readonly number[]): string =>
  list(0, CLAUSES_NAME, CLAUSE_LEVELS[numbering]) +
  list(1, '', BULLET_LEVELS) +
  list(2, ITEMS_NAME, ORDERED_LEVELS) +
  `<w:num w:numId="${CLAUSES}"><w:abstractNumId w:val="0"/></w:num>` +
  `<w:num w:numId="${BULLETS}"><w:abstractNumId w:val="1"/></w:num>` +
  starts
    .map(
      (level, at) =>
        `<w:num w:numId="${FIRST_ORDERED + at}"><w:abstractNumId w:val="2"/>` +
        `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
    )
    .join('');
