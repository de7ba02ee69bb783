import { AppError } from '#core/errors.ts';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import { account, agreementConsent } from '#db/schema/index.ts';
import { claimForPerson } from '#edge/claim/claim-for-person.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { sealIdentity } from './names.ts';

/** Throws AGREEMENT_NOT_ACCEPTED unless the present version of each agreement was accepted. */
export function requireAgreements(agreements: Record<(typeof AGREEMENTS)[number], string>): void {
  if (AGREEMENTS.some((id) => agreements[id] !== AGREEMENT_VERSION))
    throw new AppError('AGREEMENT_NOT_ACCEPTED', {}, 'agreements');
}

interface NewAccount {
  mobile: string;
  /** Empty: no password, until its owner sets one by the code of a forgotten password; no password then logs in. */
  passwordHash: string;
  /** Proof of the number. */
  proof: OneTimeProof;
}

/**
 * Creates the account of a proven number whose owner accepted the agreements. What was sent to the number before becomes the
 * account's in the same transaction. Throws CODE_WRONG where the number is registered, or is a login name.
 */
export async function createAccount(context: Context, { mobile, passwordHash, proof }: NewAccount) {
  const id = context.newId();
  const row = {
    id,
    // [3.2a] The login name is the mobile number until it is changed.
    ...(await sealIdentity(context, id, { loginName: mobile, mobile })),
    passwordHash,
    language: context.language,
    createdAt: context.now,
  };
  try {
    await withRetry(async () => {
      const claim = await claimForPerson(context, {
        accountId: id,
        mobileIndex: row.mobileIndex,
        name: '',
      });
      await commitSpending(context, [proof], claim.guards, [
        context.db.insert(account).values(row),
        ...AGREEMENTS.map((agreement) =>
          context.db.insert(agreementConsent).values({
            accountId: id,
            agreement,
            version: AGREEMENT_VERSION,
            language: context.language,
            acceptedAt: context.now,
          }),
        ),
        ...claim.statements,
      ]);
    });
  } catch (error) {
    // The mobile is registered, or another account uses it as login name.
    if (isUniqueError(error)) throw new AppError('CODE_WRONG', {}, 'code');
    throw error;
  }
  return row;
}
