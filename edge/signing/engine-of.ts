import type { TaskFileType } from '#core/task/plan.ts';
import type { DocumentEngine } from './document-engine.ts';
import { ofdEngine } from './ofd-engine.ts';
import { pdfEngine } from './pdf-engine.ts';

/** The engine that prepares and signs documents of this file type. */
export const engineOf = (fileType: TaskFileType): DocumentEngine =>
  fileType === 'OFD' ? ofdEngine : pdfEngine;
