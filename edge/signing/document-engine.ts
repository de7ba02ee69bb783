import type { Bytes } from '#core/bytes.ts';
import type { CodePlace } from '#core/footer-code.ts';
import type { PreparedField, SignatureFieldSpec, WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { SigningKey } from './choose-key.ts';
import type { FilledPlacements } from './fill-placements.ts';
import type { NewRevision, OpenRevision } from './revisions.ts';
import type { PlacementRow, SignerRow } from './rows.ts';

export interface Preparation {
  signatureFields: readonly SignatureFieldSpec[];
  watermark?: WatermarkSpec;
  /** Content of the QR code at the foot of every page, and where it stands. */
  footerCode?: { text: string } & Partial<CodePlace>;
  /** What becomes of fields of a PDF that people fill in (`PreparationSpec`); an OFD has none. */
  formFields?: 'flatten' | 'keep' | 'blank';
}

/** The signer's name as written into the signature, and the kind of seal that the sender requires, if any. */
export type SignerName = Pick<SignerRow, 'type' | 'entName' | 'userName'> &
  Partial<Pick<SignerRow, 'sealKind'>>;

/** One signer's placements in one document with their content, and the key that signs. */
export interface Signing {
  mine: SignerName;
  /** The signer's placements in this document; at least one. */
  placements: readonly PlacementRow[];
  filled: FilledPlacements;
  key: SigningKey;
}

/**
 * A document between the two halves of a signature. Contains serialisable values only, so that it can be stored while a
 * UKey signs. Engines extend it with their own fields.
 */
export interface PendingSignature {
  /** Message that the key signs: the signed attributes of a CMS, or a TBS_Sign. */
  message: Bytes;
  /** Digest of the document contained in the message, in hex. */
  digest: string;
  /** Digests of the signer's finished signatures in this document. */
  digests: string[];
}

/** A document with all of the signer's signatures. */
export interface SignedDocument {
  /** In the file store, not yet in the database. */
  revision: NewRevision;
  /** The digests that were signed, in hex. */
  digests: string[];
}

/**
 * Operations of a file format. Signing calls `begin`, then `finish` with the signature value of each message until a
 * `Signed` is returned: one signer may need several consecutive signatures in a document. Keys of the key store and of
 * a UKey use the same protocol.
 *
 *     let at: Begun | Signed = await engine.begin(context, held, signing);
 *     while ('message' in at) at = await engine.finish(context, held, signing, at, await sign(at.message));
 */
export interface DocumentEngine {
  /** Adds watermark, QR code and the signers' fields (revision 0). Throws if the format cannot contain them. */
  prepare(
    context: SignedInContext,
    revision: OpenRevision,
    spec: Preparation,
  ): Promise<{ fields: readonly PreparedField[]; revision: NewRevision }>;
  /** Begins the signer's first signature. */
  begin(context: SignedInContext, revision: OpenRevision, signing: Signing): Promise<PendingSignature>;
  /**
   * Completes a signature and begins the next one, if any. `revision` must be the revision passed to `begin`. Throws
   * SIGNATURE_VALUE_INVALID if the value does not verify with the certificate over the message.
   */
  finish(
    context: SignedInContext,
    revision: OpenRevision,
    signing: Signing,
    pending: PendingSignature,
    value: Bytes,
  ): Promise<PendingSignature | SignedDocument>;
  /** Adds long-term validation data after the last signature; null if there is nothing to add. */
  preserve?(context: Context, revision: OpenRevision): Promise<NewRevision | null>;
}
