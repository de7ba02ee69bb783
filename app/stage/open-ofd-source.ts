import type { Bytes } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import type { PageSource } from './page-source.ts';

let opened = 0;

/** Opens an OFD for the stage: pages are SVG, sharp at any zoom, drawn when they come into view. */
export async function openOfdSource(bytes: Bytes): Promise<PageSource> {
  const document = openDocument(openOfd(bytes));
  // Ids in the pictures of two files on one page must differ.
  const prefix = `ofd${opened++}`;
  return {
    pages: document.pages.map((_, index) => {
      const { physical } = pageArea(document, index);
      return { widthMm: physical.width, heightMm: physical.height };
    }),
    async draw(index, host, pxPerMm, signal) {
      signal.throwIfAborted();
      const { svg } = renderPage(document, index, {
        idPrefix: `${prefix}p${index}${pxPerMm < 1 ? 't' : ''}-`,
      });
      const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
      host.replaceChildren(window.document.importNode(picture, true));
      return { release: () => host.replaceChildren() };
    },
    text: async (index) =>
      pageText(document, index)
        .map((run) => run.text)
        .join(''),
    close: () => undefined,
  };
}
