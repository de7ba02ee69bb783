import type { Consent } from '#core/task/calls.ts';
import { mobileOf } from '#edge/identity/address-of.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { judgeSignPassword } from '#edge/identity/judge-sign-password.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { judgeConsent } from './consent-tickets.ts';

/** How a signer proved that they want to sign. What is good once is used up by the transaction of the signing. */
export interface GivenConsent {
  method: string;
  once?: OneTimeProof;
  /** What else the trail is to say of it. */
  evidence?: Record<string, string>;
}

/**
 * Checks a proof of willingness ([4.15a]) to sign the task, group or batch `subjectId` in the state that `seenDigest` is
 * of; each proof is good for one of them.
 */
export async function checkConsent(
  context: SignedInContext,
  consent: Consent,
  subjectId: string,
  seenDigest: string,
): Promise<GivenConsent> {
  const { method } = consent;
  switch (method) {
    case 'PASSWORD':
      await judgeSignPassword(context, consent.password);
      return { method };
    case 'SMS': {
      const mobile = await mobileOf(context, context.actor.accountId);
      return { method, once: await judgeAuthCode(context, 'SIGN', mobile, consent.code) };
    }
    case 'FACE':
    case 'APP':
      return { method, once: await judgeConsent(context, method, consent.ticketId, subjectId, seenDigest) };
  }
}
