import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { SignerConsent, signTask } from '#core/task/calls.ts';
import { digestOfSeen, textOfSeen } from '#core/task/seen.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import {
  type Act,
  beginDocument,
  finishDocument,
  isPending,
  lightened,
  openAct,
  type Underway,
  writeSignature,
} from './act.ts';
import { type ConsentEvidence, checkConsent } from './check-consent.ts';
import { chooseKey, type KeyHere } from './choose-key.ts';
import { openAsSeen, type SigningRequest } from './open-as-seen.ts';
import { followSteps } from './sign-steps.ts';
import type { Signable, SignedAnswer, Subject } from './signable.ts';
import { provenConsent } from './signer-proofs.ts';

type Steps = OutputOf<typeof signTask>['steps'];

/**
 * Signs with a key of the product's key store. Optimistic concurrency: after a concurrent change the subject is read
 * again. If the change made a new revision, throws REVISION_CHANGED: the signer then sees it and signs on top of it, so
 * that both signatures are valid and nobody signs what they have not seen. After any other change the finished
 * signature is written on top of it. `judge` checks the proof of willingness.
 */
export async function signHere<Input, Answer extends SignedAnswer>(
  context: SignedInContext,
  signable: Signable<Input, Answer>,
  request: SigningRequest<Input>,
  judge: (subject: Subject<Input, Answer>) => Promise<ConsentEvidence>,
): Promise<Answer & { steps: Steps }> {
  // A refusal must not use up the proof, so everything else is checked first.
  const subject = await openAsSeen(context, signable, request);
  subject.placesOf(request.input);
  const steps = followSteps(context);
  steps.begin('consent');
  const willingness = await judge(subject);
  let signed: { certificateId: string; documents: Underway[] } | undefined;
  const answer = await withRetry(async () => {
    steps.begin('key');
    const act = await openAct(context, signable, request, chooseKey);
    steps.begin('digest');
    const { certificateId } = act.key;
    // The documents are unchanged, otherwise `openAct` would have thrown: signatures of the same key are reused.
    if (signed?.certificateId !== certificateId)
      signed = { certificateId, documents: await signAll(context, act) };
    steps.begin('store');
    return writeSignature(context, act, signed.documents, willingness);
  });
  return { ...answer, steps: steps.end() };
}

/**
 * The same with a proof of willingness for this subject in the revisions shown; where the sender asks the signer for proofs,
 * with these and nothing else. Throws SIGNER_PROOFS_NEEDED without them.
 */
export const signWith = async <Input, Answer extends SignedAnswer>(
  context: SignedInContext,
  signable: Signable<Input, Answer>,
  request: SigningRequest<Input>,
  consent: SignerConsent,
): Promise<Answer & { steps: Steps }> =>
  signHere(context, signable, request, async ({ asked }) => {
    if (asked && consent.method !== 'PROOFS') throw new AppError('SIGNER_PROOFS_NEEDED');
    if (asked) return provenConsent(context, asked);
    // Only where the sender asks for proofs do they stand for a consent.
    if (consent.method === 'PROOFS') throw new AppError('CONSENT_NOT_GIVEN');
    const willingness = await checkConsent(context, consent, request.id, await digestOfSeen(request.seen));
    // what the digest that a passkey signed is of
    return willingness.evidence?.consentText
      ? { ...willingness, evidence: { ...willingness.evidence, consentSeen: textOfSeen(request.seen) } }
      : willingness;
  });

/** Signs documents one after another, since each may need all memory of a request. */
async function signAll(context: SignedInContext, act: Act<SignedAnswer, KeyHere>): Promise<Underway[]> {
  const signed: Underway[] = [];
  for (const document of act.documents) {
    let at = await beginDocument(context, act, document);
    while (isPending(at.state))
      at = await finishDocument(context, act, at, await act.key.signer.sign(at.state.message));
    signed.push(lightened(at));
  }
  return signed;
}
