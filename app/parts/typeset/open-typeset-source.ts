import type { DisplayItem, DisplayPage, DisplayText, Typeset } from '#core/typeset/display.ts';
import type { FaceName } from '#core/typeset/document.ts';
import {
  FONT_TIERS,
  type FontFamily,
  fontPath,
  TYPESET_FONTS,
  TYPESET_SIGNS,
} from '#core/typeset/font-files.ts';
import { MOST_HITS, type PageSource, type StageHit } from '../../stage/page-source.ts';
import type { LaidOut } from './orders.ts';
import style from './typeset.module.css';

/** Maximum number of pixels of a rendered page. */
const MOST_PIXELS = 16_000_000;
const FAMILIES: Record<FaceName, FontFamily> = { text: 'serif', bold: 'sans', heading: 'sans' };

const FILES = new Map(
  [...Object.values(TYPESET_FONTS).flatMap((tiers) => Object.values(tiers)), TYPESET_SIGNS].map((file) => [
    file.name,
    file,
  ]),
);
const STACKS: Record<FontFamily, string> = {
  serif: [...FONT_TIERS.map((tier) => TYPESET_FONTS.serif[tier].name), TYPESET_SIGNS.name, 'serif'].join(
    ', ',
  ),
  sans: [...FONT_TIERS.map((tier) => TYPESET_FONTS.sans[tier].name), TYPESET_SIGNS.name, 'sans-serif'].join(
    ', ',
  ),
};

const loading = new Map<string, Promise<unknown>>();

/**
 * Loads fonts, normally from the cache, as the typesetter fetched them before. Falls back to browser fonts on failure.
 */
function loadFonts(names: readonly string[]): Promise<unknown> {
  return Promise.all(
    names.map((name) => {
      const known = loading.get(name);
      if (known) return known;
      const font = new FontFace(name, `url(${fontPath(FILES.get(name)!)})`);
      document.fonts.add(font);
      const loaded = font.load().catch(() => loading.delete(name));
      loading.set(name, loaded);
      return loaded;
    }),
  );
}

/** A typeset document for the stage, drawn from its display list without creating a file. */
export function openTypesetSource(typeset: LaidOut): PageSource {
  return {
    pages: typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height })),
    async draw(index, host, pxPerMm, signal, small) {
      const page = typeset.pages[index]!;
      await loadFonts(typeset.fonts);
      signal.throwIfAborted();
      const canvas = document.createElement('canvas');
      canvas.className = style.canvas;
      const size = { width: page.width * pxPerMm, height: page.height * pxPerMm };
      const density = Math.min(
        window.devicePixelRatio || 1,
        Math.sqrt(MOST_PIXELS / (size.width * size.height)),
      );
      canvas.width = Math.floor(size.width * density);
      canvas.height = Math.floor(size.height * density);
      const context = canvas.getContext('2d')!;
      context.scale(pxPerMm * density, pxPerMm * density);
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, page.width, page.height);
      for (const item of page.items) await drawItem(context, item);
      signal.throwIfAborted();
      host.replaceChildren(canvas);
      if (!small) host.appendChild(textLayer(page));
      return {
        release: () => {
          canvas.width = 0;
          canvas.height = 0;
          host.replaceChildren();
        },
      };
    },
    find: async (query) => findIn(typeset, query),
    close: () => undefined,
  };
}

async function drawItem(context: CanvasRenderingContext2D, item: DisplayItem): Promise<void> {
  switch (item.kind) {
    case 'text':
      return drawText(context, item);
    case 'line':
      context.strokeStyle = item.colour;
      context.lineWidth = item.width;
      context.beginPath();
      context.moveTo(...item.from);
      context.lineTo(...item.to);
      context.stroke();
      return;
    case 'box':
      context.fillStyle = item.colour;
      context.fillRect(item.x, item.y, item.width, item.height);
      return;
    case 'picture': {
      // Undecodable pictures are skipped here; making the file rejects them.
      const picture = await createImageBitmap(new Blob([item.data])).catch(() => undefined);
      if (picture) context.drawImage(picture, item.x, item.y, item.width, item.height);
      picture?.close();
    }
  }
}

function drawText(
  context: CanvasRenderingContext2D,
  { text, x, y, size, face, colour, advances }: DisplayText,
): void {
  // Browsers round small font sizes: text is drawn large and scaled down.
  const scale = size / 100;
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  context.font = `100px ${STACKS[FAMILIES[face]]}`;
  context.fillStyle = colour;
  let at = 0;
  let index = 0;
  for (const character of text) {
    context.fillText(character, at / scale, 0);
    at += advances[index++] ?? 0;
  }
  context.restore();
}

/** The text of the page for screen readers. */
function textLayer(page: DisplayPage): HTMLElement {
  const layer = document.createElement('p');
  layer.className = style.words;
  layer.textContent = textsOf(page)
    .map(({ text }) => text)
    .join(' ');
  return layer;
}

const textsOf = (page: DisplayPage): DisplayText[] =>
  page.items.filter((item): item is DisplayText => item.kind === 'text');

function findIn(typeset: Typeset, query: string): StageHit[] {
  const wanted = query.toLowerCase().replace(/\s+/gu, '');
  if (wanted === '') return [];
  const hits: StageHit[] = [];
  typeset.pages.forEach((page, index) => {
    const letters = textsOf(page).flatMap(({ text, advances, x, y, size }) => {
      let at = x;
      return Array.from(text, (letter, i) => {
        const box = { x: at, y: y - size, width: advances[i] ?? 0, height: size * 1.2 };
        at += box.width;
        return { letter: letter.toLowerCase(), box };
      });
    });
    const shown = letters.filter(({ letter }) => letter.trim() !== '');
    const text = shown.map(({ letter }) => letter).join('');
    const starts = Array.from(wanted).length;
    for (
      let from = text.indexOf(wanted);
      from >= 0 && hits.length < MOST_HITS;
      from = text.indexOf(wanted, from + 1)
    ) {
      const first = Array.from(text.slice(0, from)).length;
      const found = shown.slice(first, first + starts).map(({ box }) => box);
      const line = found.filter(({ y }) => y === found[0]!.y);
      const last = line[line.length - 1]!;
      const { x, y, height } = line[0]!;
      hits.push({ page: index, box: { x, y, width: last.x + last.width - x, height } });
    }
  });
  return hits;
}
