/** What stands in the text with a key of its own. */
export type MarkKind = 'field' | 'seal' | 'option' | 'rows';

/** How often each key stands in the text. */
export type Marks = Record<MarkKind, ReadonlyMap<string, number>>;

/** The text beside the panel, which puts marks in and leads to them: the web editor, or the Word screen. */
export interface MarkHost {
  marks: Marks;
  /** Puts a mark where the caret is: of an optional part around the chosen blocks, of repeated rows on the chosen rows. */
  insert(kind: MarkKind, key: string): void;
  /** Whether there is a place for it now, as repeated rows need a table. */
  canInsert(kind: MarkKind): boolean;
  goTo(kind: MarkKind, key: string): void;
  /** Takes every mark with the key out of the text; what stands in an optional part or in rows stays. */
  remove(kind: MarkKind, key: string): void;
}

export const NO_MARKS: Marks = { field: new Map(), seal: new Map(), option: new Map(), rows: new Map() };
