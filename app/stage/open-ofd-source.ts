import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/drawing.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, pageOfVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { pageText, type TextRun } from '#core/ofd/text/page-text.ts';
import { MOST_HITS, type PageSource } from './page-source.ts';
import style from './stage.module.css';

let opened = 0;

/** Opens an OFD for the stage: pages are SVG, sharp at any zoom, rendered when they come into view. */
export async function openOfdSource(bytes: Bytes): Promise<PageSource> {
  const volume = openVolume(openOfd(bytes));
  const papers = papersOf(volume);
  // Makes SVG ids unique if two files are shown on the same page.
  const prefix = `ofd${opened++}`;
  /** Translates to the corner of the sheet, as the page's coordinates may have another origin. */
  const onSheet = (index: number, box: Box): Box => {
    const paper = papers[index]!;
    return { ...box, x: box.x - paper.x, y: box.y - paper.y };
  };
  return {
    pages: papers.map(({ width, height }) => ({ widthMm: width, heightMm: height })),
    ...(volume.parts.length > 1
      ? { parts: volume.parts.map(({ title, firstPage }) => ({ title, firstPage })) }
      : {}),
    async draw(index, host, pxPerMm, signal) {
      signal.throwIfAborted();
      const { part, index: own } = pageOfVolume(volume, index);
      const { svg } = renderPage(part.document, own, {
        idPrefix: `${prefix}p${index}${pxPerMm < 1 ? 't' : ''}-`,
      });
      const shown: Node[] = [pictureOf(svg)];
      // A thumbnail needs no text layer.
      if (pxPerMm >= 1)
        shown.push(wordLayer(pageText(part.document, own), (box) => onSheet(index, box), pxPerMm));
      host.replaceChildren();
      for (const node of shown) host.appendChild(node);
      return { release: () => host.replaceChildren() };
    },
    find: async (query) =>
      findInVolume(volume, query)
        .slice(0, MOST_HITS)
        .map(({ pageIndex, box }) => ({ page: pageIndex, box: onSheet(pageIndex, box) })),
    close: () => undefined,
  };
}

/**
 * Parses a rendered page into a DOM node. Its styles are set by script, because the content security policy forbids
 * style attributes; quotation marks in texts are escaped as entities, so that the pattern matches only attributes.
 */
function pictureOf(svg: string): Element {
  const marked = svg.replaceAll(/ style="([a-z-]+:[a-z-]+)"/g, ' data-style="$1"');
  const parsed = new DOMParser().parseFromString(marked, 'image/svg+xml').documentElement;
  const picture = window.document.importNode(parsed, true);
  for (const part of picture.querySelectorAll<SVGElement>('[data-style]')) {
    const [property = '', value = ''] = part.dataset.style?.split(':') ?? [];
    part.style.setProperty(property, value);
  }
  return picture;
}

/** The text layer over the picture of the page, for selection and screen readers. */
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
