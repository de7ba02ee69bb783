/** Kinds of marks in the text; each mark has the key of its field, place, optional part or repeated rows. */
export type MarkKind = 'field' | 'seal' | 'option' | 'rows';

/** How often each key occurs in the text. */
export type Marks = Record<MarkKind, ReadonlyMap<string, number>>;

/** The text beside the panel, into which marks are inserted and scrolled to: the web editor or the Word screen. */
export interface MarkHost {
  marks: Marks;
  /** Inserts a mark at the caret. An optional part wraps the selected blocks, repeated rows mark the selected rows. */
  insert(kind: MarkKind, key: string): void;
  /** Whether a mark can be inserted at the caret: repeated rows, for example, need a table. */
  canInsert(kind: MarkKind): boolean;
  goTo(kind: MarkKind, key: string): void;
  /** Removes every mark with the key from the text; the content of an optional part or of rows is kept. */
  remove(kind: MarkKind, key: string): void;
}

export const NO_MARKS: Marks = { field: new Map(), seal: new Map(), option: new Map(), rows: new Map() };
