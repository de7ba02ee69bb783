import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { SecondProof } from '#core/identity/proof.ts';
import type { listKeyProofs as listCall } from '#core/identity/ukey-calls.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { mobileOf } from './address-of.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { judgeSignPassword } from './judge-sign-password.ts';

/** The ways that are open to the person: a signing password that is set, or a code to their own mobile. */
export async function listKeyProofs(
  _input: unknown,
  { actor, db }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const [row] = await db
    .select({ hash: account.signPasswordHash })
    .from(account)
    .where(eq(account.id, actor.accountId));
  return { methods: [...(row?.hash ? (['PASSWORD'] as const) : []), 'SMS'] };
}

/**
 * Judges a proof, besides the session, that a key is bound by its owner: whoever got hold of the session has neither the
 * signing password nor the phone. Resolves with what the binding uses up. Throws SIGN_PASSWORD_NOT_SET,
 * SIGN_PASSWORD_WRONG, CODE_WRONG, TOO_OFTEN.
 */
export async function judgeSecondProof(
  context: SignedInContext,
  proof: SecondProof,
): Promise<readonly OneTimeProof[]> {
  if (proof.method === 'PASSWORD') {
    await judgeSignPassword(context, proof.password);
    return [];
  }
  const mobile = await mobileOf(context, context.actor.accountId);
  return [await judgeAuthCode(context, 'BIND_KEY', mobile, proof.code, { field: 'code' })];
}
