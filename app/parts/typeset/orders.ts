import type { Bytes } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import type { TemplateFileInput } from '#core/template/fill/make-file.ts';
import type { Typeset } from '#core/typeset/display.ts';
import type { TypesetDocument } from '#core/typeset/document.ts';

/** Requests from the page to the typesetting worker. */
export type Order =
  | { readonly kind: 'warm' }
  | { readonly kind: 'layOut'; readonly document: TypesetDocument }
  | { readonly kind: 'makeFile'; readonly input: TemplateFileInput }
  | { readonly kind: 'missing'; readonly text: string }
  | { readonly kind: 'drawValue'; readonly text: string; readonly blanks: readonly (readonly Blank[])[] };

/** mm. */
export interface Blank {
  readonly width: number;
  readonly height: number;
}

/** A typeset document, with the names of the font files that it may need. */
export interface LaidOut extends Typeset {
  readonly fonts: readonly string[];
}

export interface Answers {
  warm: null;
  layOut: LaidOut;
  makeFile: { readonly data: Bytes; readonly typeset: Typeset };
  /** Characters that no font contains. */
  missing: string[];
  /** The drawings for each list of blanks, null if the text does not fit; or the characters that no font contains. */
  drawValue: { readonly drawings: readonly (readonly Drawing[] | null)[] } | { readonly missing: string[] };
}

/** An error is transferred as name and parameters, so that the page can localise it. */
export type Reply =
  | { readonly ok: true; readonly answer: Answers[Order['kind']] }
  | {
      readonly ok: false;
      readonly refused?: { readonly name: string; readonly params: Record<string, unknown> };
    };
