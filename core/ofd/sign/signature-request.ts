import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';

/** One place that shows the seal's picture. Lengths in mm. */
export type StampPlacement = {
  /** 0-based. */
  pageIndex: number;
  /** Box of the whole picture, from the page's top left corner; it may extend beyond the page's edges. */
  boundary: Box;
  /** The visible part, from the boundary's top left corner; all of it by default. */
  clip?: Box;
};

/** What is to be signed, by which certificate, and where the seal shows. */
export type OfdSignatureRequest = {
  /** DER of SES_Seal; it has to name `certificate`. */
  seal: Bytes;
  /** DER of the signer's certificate (SM2). */
  certificate: Bytes;
  /** Epoch ms; truncated to whole seconds. */
  time: number;
  /** At least one; several belong to one signature (cross-page seals, the same seal on many pages). */
  placements: readonly StampPlacement[];
  /** Index of the document in OFD.xml; the first by default. */
  document?: number;
};

/** The first half of a signature: everything except its value. Plain data, so that it can be stored or sent. */
export type PreparedOfdSignature = {
  /** Entries to add and change, path to contents: all except SignedValue.dat. */
  entries: ReadonlyMap<string, Bytes>;
  /** The message that SM2 signs (with the id 1234567812345678): TBS_Sign. */
  toSign: Bytes;
  /** The 32-byte digest e for devices that sign digests: SM3(ZA | toSign). */
  digest: Bytes;
  certificate: Bytes;
  /** Paths in the package. */
  signaturePath: string;
  valuePath: string;
};
