import { warmUp } from './engine.ts';

/** Fetches what a verification needs while the page is idle, so that it works when the connection goes. */
export function fetchAhead(): void {
  // What does not come now is asked for again when it is needed, and its failure is said there.
  const ignore = () => undefined;
  warmUp().catch(ignore);
  import('./results.tsx').catch(ignore);
  import('./page-viewer.tsx').catch(ignore);
  import('../../stage/open-ofd-source.ts').catch(ignore);
  import('../../stage/open-pdf-source.ts').catch(ignore);
  import('../../stage/pdfjs.ts').catch(ignore);
  import('pdfjs-dist/build/pdf.worker.min.mjs?url').then((worker) => fetch(worker.default)).catch(ignore);
}
