import type { Bytes } from '#core/bytes.ts';
import type { PreparedField, SignatureFieldPlan, WatermarkPlan } from '#core/pdf/prepare/plan.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { SigningKey } from './choose-key.ts';
import type { Filled } from './fill-placements.ts';
import type { Held, NewRevision } from './revisions.ts';
import type { PlacementRow, SignerRow } from './rows.ts';

export interface Preparation {
  signatureFields: readonly SignatureFieldPlan[];
  watermark?: WatermarkPlan;
  /** What the QR code at the foot of every page says. */
  footerCode?: string;
}

/** Who signs, as the signature names them, and the one kind of seal that may stamp for them, where there is one. */
export type SignerName = Pick<SignerRow, 'type' | 'entName' | 'userName'> &
  Partial<Pick<SignerRow, 'sealKind'>>;

/** What one signer shows in one document, and the key that signs for it. */
export interface Signing {
  mine: SignerName;
  /** The signer's own in this document; one at least. */
  placements: readonly PlacementRow[];
  filled: Filled;
  key: SigningKey;
}

/**
 * A document between the two halves of a signature: bytes, numbers and texts only, so that it can be kept while a UKey
 * signs. What an engine adds is its own.
 */
export interface Begun {
  /** What the key signs: the signed attributes of a CMS, or a TBS_Sign. */
  message: Bytes;
  /** The digest that stands for the document in what is signed, hexadecimal. */
  digest: string;
  /** Those of the signer's signatures in this document that are finished. */
  digests: string[];
}

/** A document that bears all of the signer's signatures. */
export interface Signed {
  /** Stored, not yet listed. */
  revision: NewRevision;
  /** The digests that were signed, hexadecimal. */
  digests: string[];
}

/**
 * What a task needs of a file format. A signer signs a document by `begin` and then `finish` with the value of each
 * message, until all is signed: a document may want several signatures of one signer, one on top of the other. A key
 * here and a UKey take the same way.
 *
 *     let at: Begun | Signed = await engine.begin(context, held, signing);
 *     while ('message' in at) at = await engine.finish(context, held, signing, at, await sign(at.message));
 */
export interface DocumentEngine {
  /** Revision 0: the file with its watermark, its QR code and with a place for every signer. Throws what the format refuses. */
  prepare(
    context: SignedInContext,
    held: Held,
    plan: Preparation,
  ): Promise<{ fields: readonly PreparedField[]; revision: NewRevision }>;
  /** The first half of the signer's first signature. */
  begin(context: SignedInContext, held: Held, signing: Signing): Promise<Begun>;
  /**
   * The second half; then the first half of the next signature, where there is one. `held` is what was begun on. Throws
   * SIGNATURE_VALUE_INVALID for a value that is not the certificate's over the message.
   */
  finish(
    context: SignedInContext,
    held: Held,
    signing: Signing,
    begun: Begun,
    value: Bytes,
  ): Promise<Begun | Signed>;
  /** What makes all signatures last, after the last one; null where there is nothing to add. */
  preserve?(context: Context, held: Held): Promise<NewRevision | null>;
}
