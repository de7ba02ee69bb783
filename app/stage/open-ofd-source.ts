import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/drawing.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { pageText, type TextRun } from '#core/ofd/text/page-text.ts';
import { MOST_HITS, type PageSource } from './page-source.ts';
import style from './stage.module.css';

let opened = 0;

/** Opens an OFD for the stage: pages are SVG, sharp at any zoom, drawn when they come into view. */
export async function openOfdSource(bytes: Bytes): Promise<PageSource> {
  const document = openDocument(openOfd(bytes));
  // Ids in the pictures of two files on one page must differ.
  const prefix = `ofd${opened++}`;
  /** The page's own coordinates need not begin at its corner. */
  const onSheet = (index: number, box: Box): Box => {
    const { physical } = pageArea(document, index);
    return { ...box, x: box.x - physical.x, y: box.y - physical.y };
  };
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
      const shown: Node[] = [window.document.importNode(picture, true)];
      // A small picture of the page needs no words.
      if (pxPerMm >= 1)
        shown.push(wordLayer(pageText(document, index), (box) => onSheet(index, box), pxPerMm));
      host.replaceChildren();
      for (const node of shown) host.appendChild(node);
      return { release: () => host.replaceChildren() };
    },
    find: async (query) =>
      findText(document, query)
        .slice(0, MOST_HITS)
        .map(({ pageIndex, box }) => ({ page: pageIndex, box: onSheet(pageIndex, box) })),
    close: () => undefined,
  };
}

/** The page's words over its picture, so that they can be selected and read aloud. */
function wordLayer(runs: readonly TextRun[], onSheet: (box: Box) => Box, pxPerMm: number): HTMLElement {
  const layer = window.document.createElement('div');
  layer.className = style.ofdWords;
  for (const run of runs) {
    const { x, y, width, height } = onSheet(run.box);
    const span = window.document.createElement('span');
    span.textContent = run.text;
    Object.assign(span.style, {
      left: `${x * pxPerMm}px`,
      top: `${y * pxPerMm}px`,
      width: `${width * pxPerMm}px`,
      height: `${height * pxPerMm}px`,
      fontSize: `${run.size * pxPerMm}px`,
    });
    layer.appendChild(span);
  }
  return layer;
}
