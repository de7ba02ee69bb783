import type { Bytes } from '#core/bytes.ts';
import type { PreparedField, SignatureFieldPlan, WatermarkPlan } from '#core/pdf/prepare/plan.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { SigningKey } from './choose-key.ts';
import type { Filled } from './fill-placements.ts';
import type { RevisionRow } from './revisions.ts';
import type { PlacementRow, SignerRow } from './rows.ts';

/** A stored state of a document, not yet listed. */
export type NewRevision = Pick<RevisionRow, 'segments' | 'length' | 'sha256'>;

/** A state of a document with its bytes in hand. */
export interface Held {
  segments: RevisionRow['segments'];
  bytes: Bytes;
}

export interface Preparation {
  signatureFields: readonly SignatureFieldPlan[];
  watermark?: WatermarkPlan;
}

/** Who signs, as the signature names them. */
export type Party = Pick<SignerRow, 'type' | 'entName' | 'userName'>;

export interface Signing {
  mine: Party;
  /** The signer's own in this document; one at least. */
  placements: readonly PlacementRow[];
  filled: Filled;
  key: SigningKey;
}

/** What a task needs of a file format. */
export interface DocumentEngine {
  /** Revision 0: the file with its watermark and with a place for every signer. Throws what the format refuses. */
  prepare(
    context: SignedInContext,
    held: Held,
    plan: Preparation,
  ): Promise<{ fields: readonly PreparedField[]; revision: NewRevision }>;
  /** The next revision, with the signer's signature; and the digests that were signed, hexadecimal. */
  sign(
    context: SignedInContext,
    held: Held,
    signing: Signing,
  ): Promise<{ revision: NewRevision; digests: string[] }>;
  /** What makes all signatures last, after the last one; null where there is nothing to add. */
  finish?(context: Context, held: Held): Promise<NewRevision | null>;
}
