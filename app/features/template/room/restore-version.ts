import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import { BODY_FRAGMENT, putRow, readRows, removeRow, setPage, TEMPLATE_LISTS } from '#core/template/room.ts';
import { templateSchema } from '../editor/schema.ts';

/** Restores the draft to a version: lists, page and text. Writes only what differs. */
export function restoreVersion(doc: Y.Doc, content: TemplateContent): void {
  doc.transact(() => {
    for (const list of TEMPLATE_LISTS) {
      const wanted = new Set(content[list].map(({ key }) => key));
      for (const { key } of readRows(doc, list)) if (!wanted.has(key)) removeRow(doc, list, key);
      for (const { key, ...facts } of content[list]) putRow(doc, list, key, facts);
    }
    if (content.kind === 'WORD') setPage(doc, { docx: content.docx });
    else {
      setPage(doc, content.page);
      prosemirrorJSONToYXmlFragment(templateSchema, content.body, doc.getXmlFragment(BODY_FRAGMENT));
    }
  });
}
