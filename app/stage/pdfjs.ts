/** What of pdf.js the stage needs; the rest of it (forms, editors, XFA) is left out of the bundle (vite.config.ts). */
export {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist';
