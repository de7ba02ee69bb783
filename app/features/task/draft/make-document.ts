import type * as Y from 'yjs';
import type { Bytes } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import { sha256Hex } from '#core/sha256.ts';
import { uploadFile } from '#core/task/draft-calls.ts';
import { type MadeFile, putMadeFile } from '#core/task/template-document.ts';
import type { TemplateContent, TemplateValues, WebContent } from '#core/template/content.ts';
import { picturesOf, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { placeAnchors } from '#core/template/fill/place-anchors.ts';
import { placeFields } from '#core/template/fill/place-fields.ts';
import { downloadTemplateFile } from '#core/template/version-calls.ts';
import { fillWord } from '#core/template/word-calls.ts';
import { call, callFile } from '../../../call.ts';
import { untilLaidOut } from '../../../parts/laid-out/until-laid-out.ts';
import { readPicture } from '../../../parts/picture/read-picture.ts';
import { keepFile, keptFile } from '../../../parts/room/file-box.ts';
import { makeFileInBackground } from '../../../parts/typeset/typeset.ts';
import { readDocument } from './use-document-bytes.ts';

export interface DocumentToMake {
  readonly documentId: string;
  readonly versionId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly content: TemplateContent;
  readonly values: TemplateValues;
  readonly language: Language;
  readonly fileType: 'PDF' | 'OFD';
  /** Hears what the server does for a Word file; see WORD_STEPS. */
  readonly onStep?: (step: string) => void;
}

/** The file name of a document made from this template. */
export const fileNameOf = (templateName: string, fileType: 'PDF' | 'OFD'): string =>
  `${templateName}.${fileType.toLowerCase()}`;

/**
 * Makes the file of a document from its values and adds it to the draft with the placements of its seals. A web
 * template is rendered on the device, offline too if its pictures are local; a Word template by the server. `before`
 * writes in the same transaction. Rejects with GLYPH_MISSING for a character that no font has.
 */
export async function makeDocument(
  doc: Y.Doc,
  wanted: DocumentToMake,
  before: () => void = () => undefined,
): Promise<void> {
  const { content, documentId, templateName, values, versionId, language, onStep } = wanted;
  const source = { versionId, values, title: templateName, language, madeAt: Date.now() };
  const { fileType, ...made } =
    content.kind === 'WEB'
      ? await makeWebFile(content, wanted, source)
      : await makeWordFile(versionId, values, onStep);
  // in one transaction, so that nobody sees a document without its file
  doc.transact(() => {
    before();
    putMadeFile(doc, documentId, fileNameOf(templateName, fileType), {
      ...made,
      source,
      unfilled: problemsOf(content, values).length,
      places: [
        ...placeAnchors(content.anchors, made.boxes, made.pages),
        ...placeFields(content, made.boxes, made.pages),
      ],
    });
  });
}

async function makeWebFile(content: WebContent, wanted: DocumentToMake, source: MadeFile['source']) {
  const { data, ...made } = await layWebFile(content, wanted, source);
  return { fileType: wanted.fileType, fileKey: await keepBytes(data), size: data.length, ...made };
}

async function layWebFile(
  content: WebContent,
  { values, templateId, fileType }: DocumentToMake,
  source: MadeFile['source'],
) {
  const pictures = await readPictures(content, values, templateId);
  const { data, typeset } = await makeFileInBackground({ ...source, content, fileType, pictures });
  const pages = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
  return { data, pages, boxes: typeset.boxes };
}

/** The file that a document would have with these values, to be looked at: nothing is stored in the draft. */
export async function makePreview(
  wanted: DocumentToMake,
): Promise<{ bytes: Bytes; pages: { widthMm: number; heightMm: number }[] }> {
  const { content, templateName: title, values, versionId, language } = wanted;
  if (content.kind === 'WEB') {
    const source = { versionId, values, title, language, madeAt: Date.now() };
    const { data: bytes, pages } = await layWebFile(content, wanted, source);
    return { bytes, pages };
  }
  const { fileKey, pages } = await makeWordFile(versionId, values);
  return { bytes: await readDocument(fileKey), pages };
}

/** A docx is laid out as PDF. */
async function makeWordFile(versionId: string, values: TemplateValues, onStep?: (step: string) => void) {
  const filled = await untilLaidOut(() => call(fillWord, { versionId, values }, onStep ? { onStep } : {}));
  const { fileKey, size, pages, boxes } = filled;
  return { fileType: 'PDF' as const, fileKey, size, pages, boxes };
}

/** Stores bytes on the device under their SHA-256 and returns it. */
async function keepBytes(bytes: Bytes): Promise<string> {
  const key = await sha256Hex(bytes);
  await keepFile(key, bytes);
  return key;
}

/** The pictures of a template's text and of its values: from the device, otherwise from the server. */
export async function readPictures(
  content: TemplateContent,
  values: TemplateValues,
  templateId: string,
): Promise<ReadonlyMap<string, Bytes>> {
  const pictures = new Map<string, Bytes>();
  for (const fileKey of picturesOf(content, values)) {
    const storedFile = await keptFile(fileKey);
    if (storedFile) pictures.set(fileKey, storedFile);
    else {
      const { blob } = await callFile(downloadTemplateFile, { id: templateId, fileKey });
      const bytes: Bytes = new Uint8Array(await blob.arrayBuffer());
      await keepFile(fileKey, bytes);
      pictures.set(fileKey, bytes);
    }
  }
  return pictures;
}

/** Stores the picture of a field, uploads it if online, and returns its SHA-256. */
export async function keepPicture(file: File): Promise<string> {
  const { file: fileKey, bytes, type: fileType } = await readPicture(file);
  await keepFile(fileKey, bytes);
  if (navigator.onLine) {
    const input = { fileKey, fileType, body: bytes } as const;
    await call(uploadFile, input);
  }
  return fileKey;
}
