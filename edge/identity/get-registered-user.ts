import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskContact, maskMail } from '#core/identity/mask.ts';
import type { getRegisteredUser as call } from '#core/identity/register-calls.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { contactOf, mailOf } from './address-of.ts';
import { openLoginName, openRealName } from './names.ts';
import { ownSignature } from './own-signature.ts';

/** [7.8a] [3.21f] The caller's own registration. Any other id is answered as if it did not exist. */
export async function getRegisteredUser(
  input: { id: string },
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const [row] =
    input.id === context.actor.accountId
      ? await context.db.select().from(account).where(eq(account.id, input.id))
      : [];
  if (!row) throw new AppError('NOT_FOUND');
  return {
    id: row.id,
    account: await openLoginName(context, row),
    name: await openRealName(context, row),
    mobile: maskContact(await contactOf(context, row.id)),
    mail: maskMail(await mailOf(context, row.id)),
    photo: row.photoKey,
    defaultPwd: row.defaultPassword,
    handWriteImg: await ownSignature(context, row.id),
    authStatus: row.personalAuthStatus,
    registeredAt: row.createdAt,
  };
}
