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

/**
 * Puts the file that was made of a document's values, and its places, in place of the former ones. A document that already has
 * a name keeps it, with the ending of the new file.
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

/** How the keys of all places begin that come from the template of a document. */
export const prefixOf = (documentId: string): string => `t${documentId.slice(0, 19)}`;
/** The place of an anchor has the same key each time, so that a file made anew moves it and adds no second one. */
export const placementIdOf = (documentId: string, anchor: string): string =>
  `${prefixOf(documentId)}${anchor.slice(0, 20)}`;

export interface ChosenTemplate {
  readonly versionId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly scene?: TemplateScene;
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
    // The first template says what the task is for; those of the other scene cannot stand beside it.
    const others = readDraft(doc).documents.some((one) => one.fromTemplate && one.documentId !== documentId);
    if (template.scene && !others) setTask(doc, { scenario: template.scene });
  });
}

/** What was typed, as another version of the template takes it: by field; what only the new one has begins with its presets. */
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

/** What was typed into fields of a version that another one has no more, as `name` and `value`. */
export function leftBehind(
  before: TemplateContent,
  after: TemplateContent,
  typed: TemplateValues,
): { name: string; value: string }[] {
  const kept = new Set(after.fields.map(({ key }) => key));
  const keptRows = new Set(after.rows.map(({ key }) => key));
  return before.fields.flatMap(({ key, name, input }) => {
    const inRows = Object.entries(typed.rows).flatMap(([rows, filled]) =>
      kept.has(key) && keptRows.has(rows) ? [] : filled.map((row) => row[key] ?? ''),
    );
    const values = [kept.has(key) ? '' : (typed.fields[key] ?? ''), ...inRows].filter(Boolean);
    // a picture is told by its name
    return values.map((value) => ({ name, value: input === 'PICTURE' ? '' : value }));
  });
}

/**
 * Lets a document go on with another version of its template: what was typed stays by field, signers stay in their roles,
 * new ones are added. Its file is made anew in the same transaction of the caller (`putMadeFile`).
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
    const kept = content.signers.filter(({ key }) => former[key] !== undefined);
    const there = new Set(readDraft(doc).signers.map(({ signerId }) => signerId));
    for (const { key, name } of kept)
      if (there.has(former[key]!)) putRow(doc, 'signers', former[key]!, { roleName: name });
    const added = content.signers.filter(({ key }) => former[key] === undefined);
    const cast = {
      ...Object.fromEntries(kept.map(({ key }) => [key, former[key]!])),
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

/** What keeps a document that is made from a template from being sent; undefined where nothing does. */
export function fillingOf(
  document: DraftDocument,
  fileType: 'PDF' | 'OFD',
): 'STALE' | 'UNFILLED' | undefined {
  if (!isUpToDate(document, fileType)) return 'STALE';
  return document.unfilled ? 'UNFILLED' : undefined;
}
