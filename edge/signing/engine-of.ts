import type { TaskFileType } from '#core/task/plan.ts';
import type { DocumentEngine } from './document-engine.ts';
import { ofdEngine } from './ofd-engine.ts';
import { pdfEngine } from './pdf-engine.ts';

/** What a task of this file type is prepared and signed by. */
export const engineOf = (fileType: TaskFileType): DocumentEngine =>
  fileType === 'OFD' ? ofdEngine : pdfEngine;
