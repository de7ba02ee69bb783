import type { JSONContent } from '@tiptap/core';
import { newKey } from '../../../parts/room/new-key.ts';
import type { TemplateParts } from '../room/use-template-room.ts';

/**
 * The current content of a web template, in the shape of `webContent` but not validated. Merging can produce duplicate
 * clause ids (the later one gets a new id), and widths of columns that no longer exist (all become equal).
 */
export function readWebContent(body: JSONContent, { page, ...lists }: TemplateParts): unknown {
  const { docx: _, ...setup } = page;
  const ids = new Set<string>();
  return { kind: 'WEB', page: setup, body: repaired(body, ids), ...lists };
}

function repaired(node: JSONContent, ids: Set<string>): JSONContent {
  const content = node.content?.map((child) => repaired(child, ids));
  const attrs = { ...node.attrs };
  if (node.type === 'clause') {
    if (attrs.id === '' || ids.has(attrs.id)) attrs.id = newKey();
    ids.add(attrs.id);
  }
  if (node.type === 'table' && attrs.widths.length !== columnsOf(node)) attrs.widths = [];
  return { ...node, ...(node.attrs ? { attrs } : {}), ...(content ? { content } : {}) };
}

/** Columns of a table: those of its first row, which no cell from above reaches into. */
const columnsOf = ({ content: [row] = [] }: JSONContent): number =>
  (row?.content ?? []).reduce((sum, cell) => sum + (cell.attrs?.colspan ?? 1), 0);
