import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';

/** One place where the seal's picture shows. Lengths in mm. */
export type StampPlacement = {
  /** From 0. */
  pageIndex: number;
  /** Where the whole picture lies, from the page's left top corner; it may reach past the page's edges. */
  boundary: Box;
  /** The part that shows, from the boundary's left top corner; all of it unless told. */
  clip?: Box;
};

/** What is to be signed, by whom, and where it shows. */
export type OfdSignatureRequest = {
  /** DER of SES_Seal; it has to name `certificate`. */
  seal: Bytes;
  /** DER of the signer's certificate (SM2). */
  certificate: Bytes;
  /** Epoch ms; whole seconds are kept. */
  time: number;
  /** One or more; several are one signature (cross-page seals, the same seal on many pages). */
  placements: readonly StampPlacement[];
  /** Index of the document in OFD.xml; the first unless told. */
  document?: number;
};

/** The first half of a signature: everything but its value. Plain data, so it can be kept or sent. */
export type PreparedOfdSignature = {
  /** What it adds to the package and changes in it, path to contents: all but SignedValue.dat. */
  entries: ReadonlyMap<string, Bytes>;
  /** What SM2 signs, as a message (with the id 1234567812345678): TBS_Sign. */
  toSign: Bytes;
  /** The 32 bytes e that a device signs which takes a digest: SM3(ZA | toSign). */
  digest: Bytes;
  certificate: Bytes;
  /** Paths in the package. */
  signaturePath: string;
  valuePath: string;
};
