import type { Consent } from '#core/task/calls.ts';
import { contactOf } from '#edge/identity/address-of.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { judgeSignPassword } from '#edge/identity/judge-sign-password.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { judgeConsent } from './consent-tickets.ts';

/** The signer's proof of willingness. The transaction of the signing uses up the one-time proof `once`. */
export interface ConsentEvidence {
  method: string;
  once?: OneTimeProof;
  /** Operator in the trail; absent: the actor. */
  operator?: string;
  /** Additional evidence for the trail. */
  evidence?: Record<string, string>;
}

/**
 * Checks a proof of willingness ([4.15a]) to sign the task, group or batch `subjectId` in the state with the digest
 * `seenDigest`. Confirmations by face, app or passkey are bound to that subject and state.
 */
export async function checkConsent(
  context: SignedInContext,
  consent: Consent,
  subjectId: string,
  seenDigest: string,
): Promise<ConsentEvidence> {
  const { method } = consent;
  switch (method) {
    case 'PASSWORD':
      await judgeSignPassword(context, consent.password);
      return { method };
    case 'SMS': {
      const mobile = await contactOf(context, context.actor.accountId);
      return { method, once: await judgeAuthCode(context, 'SIGN', mobile, consent.code) };
    }
    case 'FACE':
    case 'APP':
    case 'PASSKEY':
      return {
        method,
        ...(await judgeConsent(context, method, consent.ticketId, subjectId, seenDigest)),
      };
  }
}
