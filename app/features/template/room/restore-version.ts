import type * as Y from 'yjs';
import type { TemplateContent } from '#core/template/content.ts';
import { BODY_FRAGMENT, putRow, readRows, removeRow, setPage, TEMPLATE_LISTS } from '#core/template/room.ts';
import { templateSchema } from '../editor/schema.ts';
import { sharedText, writeText } from '../editor/shared/shared-text.ts';

/** Restores the draft to a version: lists, page and text. Writes only what differs; `newId` names new chips. */
export function restoreVersion(doc: Y.Doc, content: TemplateContent, newId?: () => string): void {
  doc.transact(() => {
    for (const list of TEMPLATE_LISTS) {
      const wanted = new Set(content[list].map(({ key }) => key));
      for (const { key } of readRows(doc, list)) if (!wanted.has(key)) removeRow(doc, list, key);
      for (const { key, ...facts } of content[list]) putRow(doc, list, key, facts);
    }
    if (content.kind === 'WORD') setPage(doc, { docx: content.docx });
    else {
      setPage(doc, content.page);
      writeText(
        doc.getXmlFragment(BODY_FRAGMENT),
        templateSchema.nodeFromJSON(content.body),
        sharedText(templateSchema, newId ? { newId } : {}),
      );
    }
  });
}
