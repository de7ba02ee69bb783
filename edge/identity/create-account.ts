import { sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import { account, agreementConsent } from '#db/schema/index.ts';
import { claimForPerson } from '#edge/claim/claim-for-person.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { contactTarget } from './judge-auth-code.ts';
import { sealIdentity } from './names.ts';

/** Throws AGREEMENT_NOT_ACCEPTED unless the present version of each agreement was accepted. */
export function requireAgreements(agreements: Record<(typeof AGREEMENTS)[number], string>): void {
  if (AGREEMENTS.some((id) => agreements[id] !== AGREEMENT_VERSION))
    throw new AppError('AGREEMENT_NOT_ACCEPTED', {}, 'agreements');
}

interface NewAccount {
  /** The mobile number, or the mail address of somebody who has none. */
  contact: string;
  /** Empty: no password, until its owner sets one by the code of a forgotten password; no password then logs in. */
  passwordHash: string;
  /** Proof of the contact. */
  proof: OneTimeProof;
}

/**
 * Creates the account of a proven number or address whose owner accepted the agreements. What was sent to it before becomes the
 * account's in the same transaction. Throws CODE_WRONG where it is registered, or is a login name.
 */
export async function createAccount(context: Context, { contact, passwordHash, proof }: NewAccount) {
  const id = context.newId();
  const byMail = contact.includes('@');
  const target = await contactTarget(context, contact);
  const row = {
    id,
    // [3.2a] The login name is the mobile number until it is changed; an address in its place.
    ...(await sealIdentity(context, id, {
      loginName: contact,
      ...(byMail ? { mobile: '', mail: contact } : { mobile: contact }),
    })),
    passwordHash,
    language: context.language,
    createdAt: context.now,
  };
  try {
    await withRetry(async () => {
      // The index of addresses is not unique, because older accounts may share one; no further account may.
      if (byMail && (await context.db.all(isFree(target))).length === 0)
        throw new AppError('CODE_WRONG', {}, 'code');
      const claim = await claimForPerson(context, {
        accountId: id,
        contacts: [target],
        name: '',
      });
      await commitSpending(
        context,
        [proof],
        [...claim.guards, ...(byMail ? [isFree(target)] : [])],
        [
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
        ],
      );
    });
  } catch (error) {
    // The mobile is registered, or another account uses it as login name.
    if (isUniqueError(error)) throw new AppError('CODE_WRONG', {}, 'code');
    throw error;
  }
  return row;
}

/** Guard that no account has bound the address. */
const isFree = (emailIndex: string) =>
  sql`select 1 where not exists (select 1 from ${account} where ${account.emailIndex} = ${emailIndex})`;
