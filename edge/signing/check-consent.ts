import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Consent } from '#core/task/calls.ts';
import { account } from '#db/schema/index.ts';
import { mobileOf } from '#edge/identity/address-of.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { judgeSecret, signPasswordName } from '#edge/identity/judge-secret.ts';
import { openPasswordEnvelope } from '#edge/identity/password-envelope.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { judgeConsent } from './consent-tickets.ts';

/** How a signer proved that they want to sign. What is good once is used up by the transaction of the signing. */
export interface GivenConsent {
  method: string;
  once?: OneTimeProof;
}

/** Checks a proof of willingness ([4.15a]) to sign the task or group `subjectId`; each proof is good for one signing. */
export async function checkConsent(
  context: SignedInContext,
  consent: Consent,
  subjectId: string,
): Promise<GivenConsent> {
  const { method } = consent;
  switch (method) {
    case 'PASSWORD':
      await bySignPassword(context, consent.password);
      return { method };
    case 'SMS': {
      const mobile = await mobileOf(context, context.actor.accountId);
      return { method, once: await judgeAuthCode(context, 'SIGN', mobile, consent.code) };
    }
    case 'FACE':
    case 'APP':
      return { method, once: await judgeConsent(context, method, consent.ticketId, subjectId) };
  }
}

async function bySignPassword(context: SignedInContext, envelope: string): Promise<void> {
  const { actor, db } = context;
  const password = await openPasswordEnvelope(context, envelope);
  const [row] = await db
    .select({ hash: account.signPasswordHash })
    .from(account)
    .where(eq(account.id, actor.accountId));
  const hash = row?.hash;
  if (!hash) throw new AppError('SIGN_PASSWORD_NOT_SET');
  const right = await judgeSecret(context, signPasswordName(actor.accountId), new AppError('TOO_OFTEN'), () =>
    verifyPassword(password, hash),
  );
  if (!right) throw new AppError('SIGN_PASSWORD_WRONG');
}
