import { z } from 'zod';
import { utf8 } from '#core/bytes.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { contentPage, webContent } from '#core/template/content.ts';
import { controlsOf } from './control.ts';
import { type Docx, readXmlPart } from './open-docx.ts';

const { fields, rows, options, signers, anchors } = webContent.shape;
const ownLists = z.object({
  fields,
  rows,
  options,
  signers,
  anchors,
  numbering: contentPage.shape.numbering,
});
/** The lists that our controls refer to, stored in the file as custom XML data (ISO/IEC 29500-1, 15.2.5). */
export type OwnLists = z.output<typeof ownLists>;

const NAMESPACE = 'urn:signet:template';
/** Its path in the package; Word keeps it, sometimes with another number. */
export const OWN_LISTS_PATH = 'customXml/item1.xml';

export const ownListsXml = (lists: OwnLists): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<template xmlns="${NAMESPACE}">${escapeXml(JSON.stringify(lists))}</template>`;

/** The lists stored in one of our files; undefined for other files, and if they are corrupted. */
export function readOwnLists(docx: Docx): OwnLists | undefined {
  for (const path of docx.pkg.files.keys()) {
    if (!/^customXml\/item\d+\.xml$/.test(path)) continue;
    const bytes = readFile(docx.pkg, path);
    if (!includes(bytes, NAMESPACE)) continue;
    try {
      return ownLists.parse(JSON.parse(readXmlPart(docx.pkg, path).root.text));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function includes(bytes: Uint8Array, text: string): boolean {
  const head = bytes.subarray(0, 500);
  const wanted = utf8(text);
  for (let at = 0; at + wanted.length <= head.length; at++)
    if (wanted.every((byte, i) => head[at + i] === byte)) return true;
  return false;
}

type Lists = Pick<OwnLists, 'fields' | 'rows' | 'options' | 'signers' | 'anchors'>;

/**
 * Additions from one of our files for a Word template: rows of its lists whose controls are in the file and which the
 * template lacks, and the signers that they refer to.
 *
 * ```ts
 * putLists(doc, broughtAlong(openDocx(file), readParts(doc)));
 * ```
 */
export function broughtAlong(docx: Docx, there: Lists): Lists {
  const brought: Lists = { fields: [], rows: [], options: [], signers: [], anchors: [] };
  const carried = readOwnLists(docx);
  if (!carried) return brought;
  const marked = new Set(docx.parts.flatMap((part) => controlsOf(part).map(({ key }) => key)));
  const lacking = <R extends { key: string }>(rows: readonly R[], known: readonly { key: string }[]): R[] =>
    rows.filter(({ key }) => marked.has(key) && !known.some((one) => one.key === key));
  brought.fields = lacking(carried.fields, there.fields);
  brought.rows = lacking(carried.rows, there.rows);
  brought.options = lacking(carried.options, there.options);
  brought.anchors = lacking(carried.anchors, there.anchors);
  const named = new Set([
    ...brought.anchors.map(({ signer }) => signer),
    ...brought.fields.map(({ filledBy }) => filledBy),
  ]);
  brought.signers = carried.signers.filter(
    ({ key }) => named.has(key) && !there.signers.some((one) => one.key === key),
  );
  return brought;
}
