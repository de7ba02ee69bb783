import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { WebContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { layOutInBackground } from '../../../parts/typeset/typeset.ts';
import { type PageAt, showPages } from './page-breaks.ts';
import { positionOf } from './page-position.ts';
import { pictureBytes, picturesIn } from './pictures.ts';

const NO_VALUES = { fields: {}, rows: {}, options: {} };

/**
 * Typesets the text in a worker, with fields as blanks, and shows the page breaks of the file in it. Returns the number
 * of pages; undefined until the first result.
 */
export function usePages(
  editor: Editor,
  content: WebContent | undefined,
  templateId: string,
  title: string,
): number | undefined {
  const [language] = useLanguage();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!content) return;
    const aborter = new AbortController();
    const { doc } = editor.state;
    const look = async () => {
      const pictures = await picturesOf(doc, templateId);
      const filled = fillBody(content, NO_VALUES, { title, language, pictures, mode: 'BLANK' });
      const { breaks, pages } = await layOutInBackground(filled, aborter.signal);
      // the text changed in the meantime and will be typeset again
      if (aborter.signal.aborted || editor.isDestroyed || editor.state.doc !== doc) return;
      const at = breaks.map((start) => ({
        pos: positionOf(doc, content, filled.paths[start.block] ?? [], start),
        page: start.page,
      }));
      editor.view.dispatch(
        showPages(
          editor.state.tr,
          at.filter((one): one is PageAt => one.pos !== undefined),
        ),
      );
      setCount(pages.length);
    };
    // if fonts are missing, or lack a character, the lines stay where they are
    look().catch(() => undefined);
    return () => aborter.abort();
  }, [editor, content, templateId, title, language]);
  return count;
}

/** The available pictures of the text, by digest. */
export async function picturesOf(doc: Node, templateId: string): Promise<Map<string, Bytes>> {
  const found = await Promise.all(
    picturesIn(doc).map(async (file) => [file, await pictureBytes(templateId, file)] as const),
  );
  return new Map(found.filter((one): one is readonly [string, Bytes] => one[1] !== undefined));
}
