import { warmUp } from './engine.ts';

/** Preloads what a verification needs while the page is idle, so that it works offline afterwards. */
export function fetchAhead(): void {
  // What fails to load here is requested again when it is needed, and the error is shown then.
  const ignore = () => undefined;
  warmUp().catch(ignore);
  import('./results.tsx').catch(ignore);
  import('./page-viewer.tsx').catch(ignore);
  import('../../stage/open-ofd-source.ts').catch(ignore);
  import('../../stage/open-pdf-source.ts').catch(ignore);
  import('../../stage/pdfjs.ts').catch(ignore);
  import('pdfjs-dist/build/pdf.worker.min.mjs?url').then((worker) => fetch(worker.default)).catch(ignore);
}
