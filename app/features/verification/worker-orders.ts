import type { Bytes } from '#core/bytes.ts';
import type { SignaturePlace } from '#core/verification/find-places.ts';
import type { FileVerification } from '#core/verification/verdict.ts';
import type { ReportSheet } from './report-sheet.ts';

/** The worker's result for a file. */
export interface VerifiedFile {
  result: FileVerification;
  places: SignaturePlace[];
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
}

/** Requests of the page to the worker. */
export type Order =
  | { kind: 'warm' }
  | { kind: 'verify'; file: Blob; anchors: Bytes[]; time: number }
  | { kind: 'typeset'; sheet: ReportSheet; font: Bytes };

/** Response types, by kind of request. */
export interface Answers {
  warm: null;
  verify: VerifiedFile;
  typeset: Bytes;
}

export type Envelope = { id: number; order: Order };
export type Reply = { id: number } & ({ ok: true; answer: Answers[Order['kind']] } | { ok: false });
