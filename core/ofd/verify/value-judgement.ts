import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { SignatureLevel } from '#core/verification/verdict.ts';
import type { Seal } from './ses.ts';

/** What the file SignedValue.dat says of Signature.xml. */
export type ValueJudgement = {
  level: SignatureLevel | null;
  /** Whether the value holds for this Signature.xml; null where it could not be computed. */
  intact: boolean | null;
  certificate: Certificate | null;
  /** Other certificates found beside it. */
  pool: Certificate[];
  /** Epoch ms as the value claims it; null where it does not. */
  time: number | null;
  /** Time stamp token over the signature value, and the bytes that it stamps. */
  timestamp: { token: Bytes; stamped: Bytes } | null;
  seal: Seal | null;
  sealMaker: Certificate | null;
  digest: string | null;
  algorithm: string | null;
  problems: ProblemCode[];
};

/** The judgement before anything was looked at; a new object each time, to be filled in. */
export const nothingKnown = (): ValueJudgement => ({
  level: null,
  intact: null,
  certificate: null,
  pool: [],
  time: null,
  timestamp: null,
  seal: null,
  sealMaker: null,
  digest: null,
  algorithm: null,
  problems: [],
});
