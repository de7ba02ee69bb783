import type { Editor } from '@tiptap/core';
import { writeDocx } from '#core/docx/export/write-docx.ts';
import type { WebContent } from '#core/template/content.ts';
import { saveFile } from '../../../call.ts';
import { picturesOf } from './use-pages.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Downloads the draft as a Word file. Returns whether all of its pictures were available. */
export async function exportDocx(
  editor: Editor,
  content: WebContent,
  {
    templateId,
    title,
    placeName,
  }: { templateId: string; title: string; placeName: Parameters<typeof writeDocx>[1]['placeName'] },
): Promise<{ complete: boolean }> {
  const { doc } = editor.state;
  const pictures = await picturesOf(doc, templateId);
  const bytes = writeDocx(content, { title, pictures, placeName });
  saveFile({ name: `${title}.docx`, blob: new Blob([bytes], { type: DOCX }) });
  let complete = true;
  doc.descendants((node) => {
    if (node.type.name === 'picture' && !pictures.has(node.attrs.file)) complete = false;
  });
  return { complete: complete };
}
