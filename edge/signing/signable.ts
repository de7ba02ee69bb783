import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { signTask } from '#core/task/calls.ts';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import type { JudgedFacts } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import type { Preparation, SignerName } from './document-engine.ts';
import type { Fillings } from './picture.ts';
import type { AskedSigner, DocumentRow, PlacementRow } from './rows.ts';

/**
 * A kind of subject that can be signed. Tasks and quick signing define theirs, and worker.ts passes them to `signing`.
 * `Input` is the signer's input: the contents of their placements, or the placements themselves.
 */
export interface Signable<Input = unknown, Answer extends SignedAnswer = SignedAnswer> {
  kind: ConsentSubject['kind'];
  /** Opens the subject for signing by this person. Throws the reason if they may not sign it now. */
  open(context: SignedInContext, id: string): Promise<Subject<Input, Answer>>;
}

/** A subject that the person may sign now. */
export interface Subject<Input = unknown, Answer extends SignedAnswer = SignedAnswer> {
  id: string;
  /** Display name. */
  name: string;
  fileType: TaskFileType;
  documents: readonly DocumentRow[];
  /** Who signs. */
  party: SignerName;
  /** Id of the signer's row; empty if the subject has a single signer. */
  signerId: string;
  /** The signer, if the sender asks them for proofs before the signature; absent: one way of their own choice. */
  asked?: AskedSigner;
  /** Facts that approval flows evaluate for the use of an enterprise's seals. */
  facts: JudgedFacts;
  /** The approved seal use if a holder of the seals signs it. */
  sealUseId?: string;
  /** The person's placements and their contents. Throws if the input is invalid. */
  placesOf(input: Input): Places;
  /** The statement that makes a revision a document's newest. */
  raise(documentId: string, revision: number): Statement;
  /**
   * Writes the signature and its consequences in one transaction. Throws GuardFailed, without writing anything, if the
   * subject was changed since it was opened.
   */
  write(signature: NewSignature): Promise<Answer>;
}

export interface Places {
  placements: readonly PlacementRow[];
  fillings: Fillings;
  /** For files without fields reserved at sending: the fields to reserve before signing. */
  reserve?(documentId: string): Preparation;
}

/** Changes that a signing makes to a subject. */
export interface NewSignature {
  /** The new state of each signed document. */
  documents: SignedAnswer['documents'];
  entry: NewTrailEntry;
  /** Revisions, consent and usage records of seals, with guards that the seals and the key may still sign. */
  statements: readonly Statement[];
  /** One-time proofs of willingness, which the transaction uses up. */
  proofs: readonly OneTimeProof[];
}

/** Common part of all signing responses. */
export type SignedAnswer = Pick<OutputOf<typeof signTask>, 'documents'> & { status: string };

/** Throws NOT_FOUND for an unknown kind. */
export function signableOf(signables: readonly Signable[], kind: string): Signable {
  const found = signables.find((one) => one.kind === kind);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}
