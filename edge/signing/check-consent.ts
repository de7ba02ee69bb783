import type { Consent } from '#core/task/calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
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
}

/**
 * Checks a proof of willingness ([4.15a]) to sign the task or group `subjectId` as it was `seen`; each proof is good for
 * one signing.
 */
export async function checkConsent(
  context: SignedInContext,
  consent: Consent,
  subjectId: string,
  seen: SeenDocuments,
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
      return { method, once: await judgeConsent(context, method, consent.ticketId, subjectId, seen) };
  }
}
