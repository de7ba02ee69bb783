import type { Bytes } from '#core/bytes.ts';
import type { SignaturePlace } from '#core/verification/find-places.ts';
import type { FileVerification } from '#core/verification/verdict.ts';
import type { ReportSheet } from './report-sheet.ts';

/** What the worker found about a file. */
export interface Checked {
  result: FileVerification;
  places: SignaturePlace[];
  /** Hexadecimal. */
  sha256: string;
}

/** What the page asks of the worker. */
export type Order =
  | { kind: 'warm' }
  | { kind: 'verify'; file: Blob; anchors: Bytes[]; time: number }
  | { kind: 'typeset'; sheet: ReportSheet; font: Bytes };

/** What it answers, by the kind of the order. */
export interface Answers {
  warm: null;
  verify: Checked;
  typeset: Bytes;
}

export type Envelope = { id: number; order: Order };
export type Reply = { id: number } & ({ ok: true; answer: Answers[Order['kind']] } | { ok: false });
