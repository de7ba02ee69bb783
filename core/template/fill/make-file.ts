import { type Bytes, toHex } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import { newTypesetBudget, type TypesetBudget } from '#core/typeset/budget.ts';
import type { Typeset } from '#core/typeset/display.ts';
import { type FontShelf, TYPESET_ENGINE } from '#core/typeset/font-files.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { canonical } from '../canonical.ts';
import type { TemplateValues, WebContent } from '../content.ts';
import { type FilledDocument, fillBody } from './fill-body.ts';
import type { FillMode } from './filling.ts';

/** Everything that determines the file of a filled web template. */
export interface TemplateFileInput {
  readonly content: WebContent;
  readonly values: TemplateValues;
  readonly title: string;
  readonly language: Language;
  readonly fileType: 'PDF' | 'OFD';
  /** Epoch milliseconds: the creation time recorded in the file. */
  readonly madeAt: number;
  /** By the SHA-256 of their file; all of `picturesOf`. */
  readonly pictures: ReadonlyMap<string, Bytes>;
  /** Source of the field contents; the values by default. A file for trying a template out uses others. */
  readonly mode?: FillMode;
  /** What may still be typeset, where one call makes several files. */
  readonly budget?: TypesetBudget;
}

export interface TemplateFile {
  readonly data: Bytes;
  readonly filled: FilledDocument;
  readonly typeset: Typeset;
}

/**
 * Makes the file of a filled web template. The same input gives the same bytes in the browser and in the Worker, so the
 * Worker can verify an uploaded file by making it again. Throws GLYPH_MISSING for a character that no font contains;
 * `problemsOf` reports invalid values beforehand. Throws TOO_LARGE and DOCX_TOO_MANY_PAGES beyond `TYPESET_LIMITS`.
 */
export async function makeTemplateFile(input: TemplateFileInput, shelf: FontShelf): Promise<TemplateFile> {
  const { content, values, title, language, fileType, madeAt, pictures, mode } = input;
  const budget = input.budget ?? newTypesetBudget();
  const filled = fillBody(content, values, { title, language, pictures, mode: mode ?? 'VALUES', budget });
  const faces = await shelf.facesFor(filled);
  const typeset = layOut(filled, faces, budget);
  const id = await identityOf({ content, values, title, language, fileType, madeAt, mode });
  const data =
    fileType === 'PDF'
      ? writePdf(typeset, faces.files, { now: madeAt, id })
      : writeOfd(typeset, faces.files, { now: madeAt, docId: toHex(id) });
  return { data, filled, typeset };
}

/** 16 bytes that distinguish files made from different input. */
async function identityOf(input: object): Promise<Bytes> {
  const text = `${TYPESET_ENGINE}\n${canonical(input)}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest, 0, 16).slice();
}
