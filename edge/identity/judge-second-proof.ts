import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { SECOND_PROOFS, type SecondProof, type SecondProofPurpose } from '#core/identity/proof.ts';
import type { listKeyProofs as listCall } from '#core/identity/ukey-calls.ts';
import { account } from '#db/schema/index.ts';
import { settingInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { contactOf } from './address-of.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { judgeSignPassword } from './judge-sign-password.ts';

/** The proofs available to the person: of those that the platform accepts, a code to their mobile, or the signing password if it is set. */
export async function listKeyProofs(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { actor, db } = context;
  const { proofs, attestedOnly } = await settingInForce(context, 'key-policy');
  const [row] = await db
    .select({ hash: account.signPasswordHash })
    .from(account)
    .where(eq(account.id, actor.accountId));
  const own = SECOND_PROOFS.filter((method) => method !== 'PASSWORD' || row?.hash);
  return { methods: own.filter((method) => proofs.includes(method)), attestedOnly };
}

/**
 * Judges a second proof that a key is bound or made by its owner: a stolen session has neither the signing password nor
 * the phone. A code is good for the purpose that it was sent for alone. Resolves with the statements that invalidate the
 * proof. Throws KEY_PROOF_NOT_TAKEN,
 * SIGN_PASSWORD_NOT_SET, SIGN_PASSWORD_WRONG, CODE_WRONG, TOO_OFTEN.
 */
export async function judgeSecondProof(
  context: SignedInContext,
  proof: SecondProof,
  purpose: SecondProofPurpose = 'BIND_KEY',
): Promise<readonly OneTimeProof[]> {
  const { proofs } = await settingInForce(context, 'key-policy');
  if (!proofs.includes(proof.method)) throw new AppError('KEY_PROOF_NOT_TAKEN', {}, 'proof');
  if (proof.method === 'PASSWORD') {
    await judgeSignPassword(context, proof.password);
    return [];
  }
  const mobile = await contactOf(context, context.actor.accountId);
  return [await judgeAuthCode(context, purpose, mobile, proof.code, { field: 'code' })];
}

/** As `judgeSecondProof`, for work that is tried again: a proof opens once, so it is judged at the first attempt alone. */
export function secondProofOnce(
  ...args: Parameters<typeof judgeSecondProof>
): () => Promise<readonly OneTimeProof[]> {
  let judged: readonly OneTimeProof[] | null = null;
  return async () => {
    judged ??= await judgeSecondProof(...args);
    return judged;
  };
}
