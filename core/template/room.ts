/**
 * A template being edited is a Yjs document `template:{id}`: the text of a web template is the fragment `body`, the
 * page set-up (and the digest of a Word template's docx) the map `page`; fields, rows, options, signers and anchors are
 * maps from their random key to a map of their properties, so that concurrent edits of different properties, or two
 * rows added at once, are both kept. Rows are ordered by their `position`, then by key.
 */
import * as Y from 'yjs';
import type { ContentAnchor, ContentOption, ContentPage, ContentRows, ContentSigner } from './content.ts';
import type { ContentField } from './field.ts';

/** Row types of the room's lists. */
export interface TemplateLists {
  fields: ContentField;
  rows: ContentRows;
  options: ContentOption;
  signers: ContentSigner;
  anchors: ContentAnchor;
}
export type TemplateList = keyof TemplateLists;

export const TEMPLATE_LISTS = ['fields', 'rows', 'options', 'signers', 'anchors'] as const;

/** Name of the fragment that the editor binds to. */
export const BODY_FRAGMENT = 'body';

/** The page set-up of the room; for a Word template including its docx. */
export type TemplatePage = Partial<ContentPage> & { docx?: string };

/** The rows of a list, in their order. */
export function readRows<L extends TemplateList>(doc: Y.Doc, list: L): TemplateLists[L][] {
  const rows = [...doc.getMap<Y.Map<unknown>>(list).entries()].map(
    ([key, row]) => ({ ...row.toJSON(), key }) as TemplateLists[L],
  );
  return rows.sort((a, b) => a.position - b.position || (a.key < b.key ? -1 : 1));
}

/** The lists of the room as plain data; omits anchors whose signer is gone, which merging can leave behind. */
export function readLists(doc: Y.Doc): { [L in TemplateList]: TemplateLists[L][] } {
  const signers = readRows(doc, 'signers');
  const known = new Set(signers.map((signer) => signer.key));
  return {
    fields: readRows(doc, 'fields').map((field) =>
      field.filledBy && field.filledBy !== 'SENDER' && !known.has(field.filledBy)
        ? { ...field, filledBy: 'SENDER' as const }
        : field,
    ),
    rows: readRows(doc, 'rows'),
    options: readRows(doc, 'options'),
    signers,
    anchors: readRows(doc, 'anchors').filter((anchor) => known.has(anchor.signer)),
  };
}

/** Adds a row under its key, or sets properties of the existing one; does not write unchanged ones. */
export function putRow<L extends TemplateList>(
  doc: Y.Doc,
  list: L,
  key: string,
  facts: Partial<Omit<TemplateLists[L], 'key'>>,
): void {
  const map = doc.getMap<Y.Map<unknown>>(list);
  doc.transact(() => {
    const row = map.get(key) ?? map.set(key, new Y.Map());
    for (const [name, value] of Object.entries(facts)) {
      if (value === undefined) row.delete(name);
      else if (JSON.stringify(row.get(name)) !== JSON.stringify(value)) row.set(name, value);
    }
  });
}

/** Adds rows to the lists under their keys, after the existing ones. */
export function putLists(doc: Y.Doc, lists: { [L in TemplateList]: readonly TemplateLists[L][] }): void {
  const put = <L extends TemplateList>(list: L, rows: readonly TemplateLists[L][]) => {
    for (const { key, ...facts } of rows)
      putRow<L>(doc, list, key, {
        ...(facts as Partial<TemplateLists[L]>),
        position: lastPosition(doc, list),
      });
  };
  doc.transact(() => {
    put('signers', lists.signers);
    put('fields', lists.fields);
    put('rows', lists.rows);
    put('options', lists.options);
    put('anchors', lists.anchors);
  });
}

/** Removes a row; a signer's anchors are removed with it. The editor removes chips that refer to it. */
export function removeRow(doc: Y.Doc, list: TemplateList, key: string): void {
  doc.transact(() => {
    doc.getMap(list).delete(key);
    if (list !== 'signers') return;
    const anchors = doc.getMap<Y.Map<unknown>>('anchors');
    for (const [id, row] of [...anchors.entries()]) if (row.get('signer') === key) anchors.delete(id);
  });
}

/** A position after all rows of the list. */
export function lastPosition(doc: Y.Doc, list: TemplateList): number {
  let last = 0;
  for (const row of doc.getMap<Y.Map<unknown>>(list).values())
    last = Math.max(last, Number(row.get('position') ?? 0));
  return last + 1;
}

export function readPage(doc: Y.Doc): TemplatePage {
  return doc.getMap('page').toJSON() as TemplatePage;
}

/**
 * Sets properties of the page; does not write unchanged ones, so that an echo never overwrites another person's edit.
 */
export function setPage(doc: Y.Doc, facts: TemplatePage): void {
  const map = doc.getMap('page');
  doc.transact(() => {
    for (const [key, value] of Object.entries(facts)) if (map.get(key) !== value) map.set(key, value);
  });
}
