/**
 * The parts of pdf.js that the stage needs; the rest (forms, editors, XFA) is excluded from the bundle
 * (vite.config.ts).
 */
export {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist';
