/** What one act on one document may take: time of the processor, and memory beyond what was held before. */
export const LIMIT_MS = 2000;
export const LIMIT_BYTES = 200_000_000;

/** The child's notes: number of the document it is at, answers, refusals, slowest (ms), largest (bytes); each 8 bytes. */
export const PROGRESS_BYTES = 40;

/** A fault, as the child says it. */
export interface Finding {
  number: number;
  act: string;
  fault: string;
}
