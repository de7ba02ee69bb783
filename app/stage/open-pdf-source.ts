import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import type { Bytes } from '#core/bytes.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { ClientError } from '../wire/client-error.ts';
import { type DrawnPage, MOST_HITS, type PageLabels, type PageSource, type StageHit } from './page-source.ts';
import style from './stage.module.css';

const MM_PER_PT = 25.4 / 72;
/** Maximum number of pixels of a page: browsers refuse larger canvases, and the difference is invisible. */
const MAX_PIXELS = 16_000_000;

let library: Promise<typeof import('./pdfjs.ts')> | null = null;

function loadLibrary() {
  library ??= Promise.all([import('./pdfjs.ts'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]).then(
    ([pdfjs, worker]) => {
      pdfjs.GlobalWorkerOptions.workerSrc = worker.default;
      return pdfjs;
    },
  );
  library.catch(() => {
    library = null;
  });
  return library;
}

/** The worker of pdf.js, shared by all files, so that it is loaded only once. */
let worker: Promise<PDFWorker> | null = null;

async function pdfWorker(): Promise<PDFWorker> {
  const pdfjs = await loadLibrary();
  worker = worker && !(await worker).destroyed ? worker : Promise.resolve(new pdfjs.PDFWorker());
  return worker;
}

/** Preloads the library and the worker before a file is known. */
export function startPdf(): void {
  pdfWorker().catch(() => undefined);
}

/**
 * Opens a PDF for the stage. The bytes are copied to the worker of pdf.js, not transferred. Known `sizes` avoid reading
 * every page before the first is shown. Throws a ClientError `file` if the bytes are not a PDF.
 */
export async function openPdfSource(
  bytes: Bytes,
  sizes?: readonly { widthMm: number; heightMm: number }[],
): Promise<PageSource> {
  const pdfjs = await loadLibrary();
  const document = await pdfjs
    .getDocument({
      worker: await pdfWorker(),
      data: bytes.slice(),
      cMapUrl: '/pdfjs/cmaps/',
      cMapPacked: true,
      standardFontDataUrl: '/pdfjs/standard_fonts/',
      wasmUrl: '/pdfjs/wasm/',
      iccUrl: '/pdfjs/iccs/',
      enableXfa: false,
      stopAtErrors: false,
    })
    .promise.catch(() => {
      // The file cannot be displayed ([8.12a]).
      throw new ClientError('file');
    });
  const pages = sizes?.length === document.numPages ? sizes : await readSizes(document);
  return {
    pages,
    labels: await readLabels(document),
    draw: async (index, host, pxPerMm, signal, small) => {
      const page = await document.getPage(index + 1);
      const drawn = await drawPage(pdfjs, page, host, pxPerMm, signal);
      // The picture comes first; the text layer follows when it is ready.
      if (!small)
        void textLayer(pdfjs, page, pxPerMm).then(
          (layer) => signal.aborted || host.appendChild(layer),
          () => undefined,
        );
      return drawn;
    },
    find: (query) => findInPdf(bytes, query),
    close: () => void document.loadingTask.destroy(),
  };
}

/** Longer labels are cut off. */
const LONGEST_LABEL = 20;

/** The file's labels that are not the pages' numbers. A file with broken ones has none. */
async function readLabels(document: PDFDocumentProxy): Promise<PageLabels | undefined> {
  const all = await document.getPageLabels().catch(() => null);
  const labels = all?.map((label, i) => {
    const text = withoutHidden(label).trim().slice(0, LONGEST_LABEL);
    return text === '' || text === String(i + 1) ? undefined : text;
  });
  return labels?.some((label) => label !== undefined) ? labels : undefined;
}

async function readSizes(document: PDFDocumentProxy) {
  const sizes: { widthMm: number; heightMm: number }[] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const { width, height } = (await document.getPage(n)).getViewport({ scale: 1 });
    sizes.push({ widthMm: width * MM_PER_PT, heightMm: height * MM_PER_PT });
  }
  return sizes;
}

async function drawPage(
  pdfjs: typeof import('./pdfjs.ts'),
  page: PDFPageProxy,
  host: HTMLElement,
  pxPerMm: number,
  signal: AbortSignal,
): Promise<DrawnPage> {
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: pxPerMm * MM_PER_PT });
  const wanted = window.devicePixelRatio || 1;
  const density = Math.min(wanted, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  const canvas = window.document.createElement('canvas');
  canvas.className = style.canvas;
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({
    canvas,
    viewport,
    transform: density === 1 ? undefined : [density, 0, 0, density, 0, 0],
    annotationMode: pdfjs.AnnotationMode.ENABLE,
  });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  signal.throwIfAborted();
  host.replaceChildren(canvas);
  return {
    release: () => {
      canvas.width = 0;
      canvas.height = 0;
      host.replaceChildren();
    },
  };
}

/** The text layer over the picture of the page, for selection, search and screen readers. */
async function textLayer(
  pdfjs: typeof import('./pdfjs.ts'),
  page: PDFPageProxy,
  pxPerMm: number,
): Promise<HTMLElement> {
  const scale = pxPerMm * MM_PER_PT;
  const container = window.document.createElement('div');
  container.className = style.words;
  container.style.setProperty('--total-scale-factor', String(scale));
  container.style.setProperty('--scale-factor', String(scale));
  const layer = new pdfjs.TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  await layer.render();
  return container;
}

/** Searches with our own engine, which handles Chinese encodings and joins text runs that pdf.js keeps separate. */
async function findInPdf(bytes: Bytes, query: string): Promise<StageHit[]> {
  const [{ openPdfBytes }, { listPages }, { findText }] = await Promise.all([
    import('#core/pdf/read/open-pdf.ts'),
    import('#core/pdf/read/pages.ts'),
    import('#core/pdf/text/find-text.ts'),
  ]);
  const document = openPdfBytes(bytes);
  const hits: StageHit[] = [];
  for (const page of listPages(document)) {
    for (const box of findText(document, page, query)) hits.push({ page: page.index, box });
    if (hits.length >= MOST_HITS) break;
  }
  return hits.slice(0, MOST_HITS);
}
