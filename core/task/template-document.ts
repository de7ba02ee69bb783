import type * as Y from 'yjs';
import { stemOf } from '#core/file-name.ts';
import { canonical } from '#core/template/canonical.ts';
import type { ContentSigner, TemplateContent } from '#core/template/content.ts';
import type { AnchorPlace } from '#core/template/fill/place-anchors.ts';
import type { FieldPlace } from '#core/template/fill/place-fields.ts';
import type { TemplateScene } from '#core/template/record.ts';
import type { TemplateSource } from '#core/template/source.ts';
import type { TemplateValues } from '#core/template/values.ts';
import { type DraftDocument, lastPosition, putRow, readDraft, removeRow, setTask } from './draft.ts';
import { placementIdOf, prefixOf } from './template-placement.ts';

/*
 * A document of a draft that is made from a template. Besides the file and its source, its row stores the typed values,
 * one key each (`f.` a field, `r.` repeated rows, `o.` an optional part), so that concurrent edits of different fields
 * are both kept. The file is regenerated when the values are complete.
 */

/** The values currently stored in the draft; those from which its file was made are in `template`. */
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

/** Stores typed values; others stay unchanged. */
export function putValues(doc: Y.Doc, documentId: string, values: Partial<TemplateValues>): void {
  putRow(doc, 'documents', documentId, {
    ...prefixed('f.', values.fields),
    ...prefixed('r.', values.rows),
    ...prefixed('o.', values.options),
  });
}

const prefixed = (prefix: string, record: Record<string, unknown> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [prefix + key, value]));

/** Whether the file still matches the typed values. */
export function isUpToDate(document: DraftDocument, fileType: 'PDF' | 'OFD'): boolean {
  const { template, fromTemplate } = document;
  return (
    fromTemplate === undefined ||
    (template !== undefined &&
      document.fileName.toLowerCase().endsWith(`.${fileType.toLowerCase()}`) &&
      canonical(template.values) === canonical(typedValues(document)))
  );
}

/** Initial values: the presets of the fields. */
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
  /** Number of fields that the sender has yet to fill in. */
  readonly unfilled: number;
  /** Places for seals, signatures and dates, and the blanks that signers fill in. */
  readonly places: readonly (AnchorPlace | FieldPlace)[];
}

/**
 * Replaces a document's file and its placements by those made from its values. A document that already has a name keeps
 * it, with the new file's extension.
 */
export function putMadeFile(doc: Y.Doc, documentId: string, fileName: string, made: MadeFile): void {
  doc.transact(() => {
    const { fileKey, size, pages, source, unfilled } = made;
    const blanks = made.places.filter(({ kind }) => kind === 'FIELD').length;
    const named = doc.getMap<Y.Map<unknown>>('documents').get(documentId)?.get('fileName');
    putRow(doc, 'documents', documentId, {
      fileName:
        typeof named === 'string' ? fileName.replace(stemOf(fileName), () => stemOf(named)) : fileName,
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

export interface ChosenTemplate {
  readonly versionId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly scene?: TemplateScene;
  readonly content: TemplateContent;
}

/**
 * Adds a template to a draft: its roles are assigned to existing signers without a role, own enterprise first; missing
 * signers are added and unused empty ones removed. The document's row has no file yet: the caller runs `putMadeFile` in
 * the same transaction, so nobody sees it without.
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
    // The first template sets the scenario; templates of the other scenario cannot be combined with it.
    const others = readDraft(doc).documents.some((one) => one.fromTemplate && one.documentId !== documentId);
    if (template.scene && !others) setTask(doc, { scenario: template.scene });
  });
}

/**
 * Transfers typed values to another version of the template, by field; fields new in that version get their presets.
 */
export function valuesInVersion(content: TemplateContent, typed: TemplateValues): TemplateValues {
  const first = firstValues(content);
  const fields = new Set(content.fields.map(({ key }) => key));
  const rows = new Set(content.rows.map(({ key }) => key));
  const options = new Set(content.options.map(({ key }) => key));
  return {
    fields: { ...first.fields, ...only(typed.fields, fields) },
    rows: {
      ...first.rows,
      ...Object.fromEntries(
        Object.entries(only(typed.rows, rows)).map(([key, filled]) => [
          key,
          filled.map((row) => only(row, fields)),
        ]),
      ),
    },
    options: { ...first.options, ...only(typed.options, options) },
  };
}

const only = <T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)));

/** Values typed into fields that another version lacks, as `name` and `value`. */
export function leftBehind(
  before: TemplateContent,
  after: TemplateContent,
  typed: TemplateValues,
): { name: string; value: string }[] {
  const fieldKeys = new Set(after.fields.map(({ key }) => key));
  const rowKeys = new Set(after.rows.map(({ key }) => key));
  return before.fields.flatMap(({ key, name, input }) => {
    const inRows = Object.entries(typed.rows).flatMap(([rows, filled]) =>
      fieldKeys.has(key) && rowKeys.has(rows) ? [] : filled.map((row) => row[key] ?? ''),
    );
    const values = [fieldKeys.has(key) ? '' : (typed.fields[key] ?? ''), ...inRows].filter(Boolean);
    // a picture is represented by its name only
    return values.map((value) => ({ name, value: input === 'PICTURE' ? '' : value }));
  });
}

/**
 * Moves a document to another version of its template: typed values are kept by field, signers keep their roles, and
 * new ones are added. The caller regenerates its file in the same transaction (`putMadeFile`).
 */
export function moveToVersion(
  doc: Y.Doc,
  document: DraftDocument,
  { content, ...template }: ChosenTemplate,
  own: { newKey: () => string; ownEntId?: string | undefined },
): void {
  const typed = typedValues(document);
  const values = valuesInVersion(content, typed);
  doc.transact(() => {
    const former = document.fromTemplate?.cast ?? {};
    const signers = content.signers.filter(({ key }) => former[key] !== undefined);
    const there = new Set(readDraft(doc).signers.map(({ signerId }) => signerId));
    for (const { key, name } of signers)
      if (there.has(former[key]!)) putRow(doc, 'signers', former[key]!, { roleName: name });
    const added = content.signers.filter(({ key }) => former[key] === undefined);
    const cast = {
      ...Object.fromEntries(signers.map(({ key }) => [key, former[key]!])),
      ...(added.length > 0 ? castSigners(doc, added, own) : {}),
    };
    const gone = (prefix: string, before: object, after: object) =>
      Object.keys(before).flatMap((key) => (key in after ? [] : [[prefix + key, undefined]]));
    putRow(doc, 'documents', document.documentId, {
      fromTemplate: { ...template, cast },
      ...Object.fromEntries([
        ...gone('f.', typed.fields, values.fields),
        ...gone('r.', typed.rows, values.rows),
        ...gone('o.', typed.options, values.options),
      ]),
    });
    putValues(doc, document.documentId, values);
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

/** What prevents a document made from a template from being sent; undefined if nothing does. */
export function fillingOf(
  document: DraftDocument,
  fileType: 'PDF' | 'OFD',
): 'STALE' | 'UNFILLED' | undefined {
  if (!isUpToDate(document, fileType)) return 'STALE';
  return document.unfilled ? 'UNFILLED' : undefined;
}
