/** Features of Word files that the editor of web templates does not support. */
export const LEFT_KINDS = [
  'numberLook',
  'levels',
  'itemNumber',
  'italic',
  'highlight',
  'raised',
  'hidden',
  'tab',
  'link',
  'fieldText',
  'symbol',
  'picture',
  'floating',
  'textBox',
  'drawing',
  'formula',
  'note',
  'comment',
  'contents',
  'nested',
  'vertical',
  'cellBreak',
  'columns',
  'section',
  'paper',
  'margin',
  'otherHeader',
  'mark',
  'phonetic',
  'otherText',
] as const;
export type LeftKind = (typeof LEFT_KINDS)[number];

/** One kind of omitted or converted content, with the first places where it occurred. */
export interface LeftOut {
  kind: LeftKind;
  count: number;
  /** The surrounding words, or the content itself. At most three. */
  places: string[];
}

const MOST_PLACES = 3;
const LONGEST_PLACE = 24;

/** Collects omitted content by kind. */
export function makeLeftOut() {
  const found = new Map<LeftKind, LeftOut>();
  return {
    add(kind: LeftKind, place: string): void {
      const text = place.replace(/\s+/g, ' ').trim();
      const cut = [...text].length > LONGEST_PLACE ? `${[...text].slice(0, LONGEST_PLACE).join('')}…` : text;
      const line = found.get(kind) ?? { kind, count: 0, places: [] };
      found.set(kind, line);
      line.count += 1;
      if (cut !== '' && line.places.length < MOST_PLACES && !line.places.includes(cut)) line.places.push(cut);
    },
    /** In the order of `LEFT_KINDS`. */
    all: (): LeftOut[] => LEFT_KINDS.flatMap((kind) => found.get(kind) ?? []),
  };
}
export type LeftOutList = ReturnType<typeof makeLeftOut>;
