import type { SubjectFacts } from '#core/approval/flow.ts';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { signPlan } from '#core/task/calls.ts';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { Preparation, SignerName } from './document-engine.ts';
import type { Fillings } from './picture.ts';
import type { DocumentRow, PlacementRow } from './rows.ts';
import type { NewTrailEntry } from './trail-of.ts';

/**
 * A kind of thing that people sign, as the signing act needs it. Tasks and quick signing each define theirs, and
 * worker.ts hands them to `signing`. `Input` is what a person says of how they sign: what their places show, or the
 * places themselves.
 */
export interface Signable<Input = unknown, Answer extends SignedAnswer = SignedAnswer> {
  kind: ConsentSubject['kind'];
  /** The thing as this person may sign it now. Throws the reason why they may not. */
  open(context: SignedInContext, id: string): Promise<Subject<Input, Answer>>;
}

/** One thing that one person may sign now. */
export interface Subject<Input = unknown, Answer extends SignedAnswer = SignedAnswer> {
  id: string;
  /** As people know it. */
  name: string;
  fileType: TaskFileType;
  documents: readonly DocumentRow[];
  /** Who signs. */
  party: SignerName;
  /** Of the row of a signer, where there are several; empty where one person signs it all. */
  signerId: string;
  /** What flows judge the use of an enterprise's seals by. */
  facts: Omit<SubjectFacts, 'seals' | 'senderRoles'>;
  /** The approved use of seals that a holder stamps. */
  sealUseId?: string;
  /** Where the person signs. Throws what is wrong with it. */
  placesOf(input: Input): Places;
  /** The statement that makes a revision a document's newest. */
  raise(documentId: string, revision: number): Statement;
  /**
   * Writes the signature with all that follows from it, in one transaction. Throws GuardFailed, and writes nothing, where
   * the thing was changed since it was opened.
   */
  write(signature: NewSignature): Promise<Answer>;
}

export interface Places {
  placements: readonly PlacementRow[];
  fillings: Fillings;
  /** For files whose places were not reserved when they were sent: what is reserved before they are signed. */
  reserve?(documentId: string): Preparation;
}

/** What an act of signing adds to a thing. */
export interface NewSignature {
  /** The new state of each signed document. */
  documents: SignedAnswer['documents'];
  entry: NewTrailEntry;
  /** Revisions, consent, records of the seals; and what fails the transaction where a seal or key may not sign now. */
  statements: readonly Statement[];
  /** One-time proofs of willingness, which the transaction uses up. */
  proofs: readonly OneTimeProof[];
}

/** What every signing answers. */
export type SignedAnswer = Pick<OutputOf<typeof signPlan>, 'documents'> & { status: string };

/** Throws NOT_FOUND for a kind that nobody defined. */
export function signableOf(signables: readonly Signable[], kind: string): Signable {
  const found = signables.find((one) => one.kind === kind);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}
