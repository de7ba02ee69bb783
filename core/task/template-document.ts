import type * as Y from 'yjs';
import { canonical } from '#core/template/canonical.ts';
import type { ContentSigner, TemplateContent } from '#core/template/content.ts';
import type { AnchorPlace } from '#core/template/fill/place-anchors.ts';
import type { FieldPlace } from '#core/template/fill/place-fields.ts';
import type { TemplateSource } from '#core/template/source.ts';
import type { TemplateValues } from '#core/template/values.ts';
import { type DraftDocument, lastPosition, putRow, readDraft, removeRow, setTask } from './draft.ts';

/*
 * A document of a draft that is made from a template: its row holds, beside the file and what that was made of, the values
 * as they are typed, one key each (`f.` a field, `r.` repeated rows, `o.` an optional part), so that two people who fill
 * in different fields both keep their work. The file is made anew when the filling is done.
 */

/** The values as they stand in the draft; those with which its file was made are in `template`. */
export function typedValues(document: DraftDocument): TemplateValues {
  const values: TemplateValues = { fields: {}, rows: {}, options: {} };
  for (const [name, value] of Object.entries(document as object)) {
    const key = name.slice(2);
    if (name.startsWith('f.')) values.fields[key] = String(value);
    else if (name.startsWith('r.')) values.rows[key] = value as TemplateValues['rows'][string];
    else if (name.startsWith('o.')) values.options[key] = value === true;
  }
  return values;
}

/** Keeps what was typed; what is not named stays. */
export function putValues(doc: Y.Doc, documentId: string, values: Partial<TemplateValues>): void {
  putRow(doc, 'documents', documentId, {
    ...prefixed('f.', values.fields),
    ...prefixed('r.', values.rows),
    ...prefixed('o.', values.options),
  });
}

const prefixed = (prefix: string, record: Record<string, unknown> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [prefix + key, value]));

/** Whether the file still says what was typed. */
export function isUpToDate(document: DraftDocument, fileType: 'PDF' | 'OFD'): boolean {
  const { template, fromTemplate } = document;
  return (
    fromTemplate === undefined ||
    (template !== undefined &&
      document.fileName.toLowerCase().endsWith(`.${fileType.toLowerCase()}`) &&
      canonical(template.values) === canonical(typedValues(document)))
  );
}

/** Presets of the fields, as they are before anybody typed. */
export function firstValues(content: TemplateContent): TemplateValues {
  return {
    fields: Object.fromEntries(
      content.fields
        .filter((field) => field.preset !== '' && field.filledBy === 'SENDER')
        .map((field) => [field.key, field.preset]),
    ),
    rows: Object.fromEntries(
      content.rows.map(({ key, least }) => [key, Array.from({ length: Math.max(1, least) }, () => ({}))]),
    ),
    options: Object.fromEntries(content.options.map(({ key, kept }) => [key, kept])),
  };
}

export interface MadeFile {
  readonly fileKey: string;
  readonly size: number;
  readonly pages: readonly { widthMm: number; heightMm: number }[];
  readonly source: TemplateSource;
  /** How much the sender has still to fill in. */
  readonly unfilled: number;
  /** Seals, signatures and days, and the blanks that signers fill in. */
  readonly places: readonly (AnchorPlace | FieldPlace)[];
}

/** Puts the file that was made of a document's values, and its places, in place of the former ones. */
export function putMadeFile(doc: Y.Doc, documentId: string, fileName: string, made: MadeFile): void {
  doc.transact(() => {
    const { fileKey, size, pages, source, unfilled } = made;
    const blanks = made.places.filter(({ kind }) => kind === 'FIELD').length;
    putRow(doc, 'documents', documentId, {
      fileName,
      fileKey,
      size,
      pages,
      template: source,
      unfilled,
      blanks,
    });
    const { documents, placements } = readDraft(doc);
    const document = documents.find((one) => one.documentId === documentId);
    const cast = document?.fromTemplate?.cast ?? {};
    const ids = new Set(made.places.map(({ anchor }) => placementIdOf(documentId, anchor)));
    for (const { placementId } of placements)
      if (placementId.startsWith(prefixOf(documentId)) && !ids.has(placementId))
        removeRow(doc, 'placements', placementId);
    for (const { anchor, signer, ...place } of made.places) {
      const signerId = cast[signer];
      if (!signerId) continue;
      const unset = { toPage: undefined, rule: undefined, keyword: undefined };
      putRow(doc, 'placements', placementIdOf(documentId, anchor), {
        ...unset,
        ...place,
        documentId,
        signerId,
      });
    }
  });
}

/** How the keys of all places begin that come from the template of a document. */
export const prefixOf = (documentId: string): string => `t${documentId.slice(0, 19)}`;
/** The place of an anchor has the same key each time, so that a file made anew moves it and adds no second one. */
export const placementIdOf = (documentId: string, anchor: string): string =>
  `${prefixOf(documentId)}${anchor.slice(0, 20)}`;

export interface ChosenTemplate {
  readonly versionId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly content: TemplateContent;
}

/**
 * Adds a template to a draft: its signers take the places of those who are there and have no role yet, own enterprise
 * first, and the others are added; empty signers that nobody needs go. The document's row still lacks its file: `putMadeFile`
 * follows in the same transaction of the caller, so nobody sees it without.
 */
export function addTemplate(
  doc: Y.Doc,
  documentId: string,
  { content, ...template }: ChosenTemplate,
  {
    values = firstValues(content),
    ...own
  }: { newKey: () => string; ownEntId?: string | undefined; values?: TemplateValues },
): void {
  doc.transact(() => {
    const cast = castSigners(doc, content.signers, own);
    putRow(doc, 'documents', documentId, {
      fromTemplate: { ...template, cast },
      position: lastPosition(doc, 'documents'),
    });
    putValues(doc, documentId, values);
    if (!doc.getMap('task').get('taskName')) setTask(doc, { taskName: template.templateName });
  });
}

function castSigners(
  doc: Y.Doc,
  wanted: readonly ContentSigner[],
  { newKey, ownEntId }: { newKey: () => string; ownEntId?: string | undefined },
): Record<string, string> {
  const { signers, placements } = readDraft(doc);
  const free = signers.filter(({ roleName }) => roleName === undefined);
  const cast: Record<string, string> = {};
  for (const { key, name, type, order } of wanted) {
    const played = signers.find((one) => one.roleName === name && one.type === type);
    const taken = free.findIndex((one) => one.type === type);
    const signer = played ?? (taken < 0 ? undefined : free.splice(taken, 1)[0]);
    const signerId = signer?.signerId ?? newKey();
    cast[key] = signerId;
    if (signer) {
      if (!played) putRow(doc, 'signers', signerId, { roleName: name, signOrder: order });
      continue;
    }
    putRow(doc, 'signers', signerId, {
      type,
      ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
      userName: '',
      mobile: '',
      roleName: name,
      signOrder: order,
      position: lastPosition(doc, 'signers'),
    });
  }
  const placed = new Set(placements.map(({ signerId }) => signerId));
  for (const one of free)
    if (!one.entName && !one.userName && !one.mobile && one.entId !== ownEntId && !placed.has(one.signerId))
      removeRow(doc, 'signers', one.signerId);
  if (new Set(wanted.map(({ order }) => order)).size > 1) setTask(doc, { orderState: 'ORDER' });
  return cast;
}

/** What keeps a document that is made from a template from being sent; undefined where nothing does. */
export function fillingOf(
  document: DraftDocument,
  fileType: 'PDF' | 'OFD',
): 'STALE' | 'UNFILLED' | undefined {
  if (!isUpToDate(document, fileType)) return 'STALE';
  return document.unfilled ? 'UNFILLED' : undefined;
}
