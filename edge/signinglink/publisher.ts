import { AppError, isAppError } from '#core/errors.ts';
import { SENDING } from '#core/task/access.ts';
import type { signingLink } from '#db/schema/index.ts';
import { openSetup, readContents } from '#edge/batch/setup.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { refuseWithoutCredits } from '#edge/credit/balance.ts';
import { actAs } from '#edge/identity/act-as.ts';
import type { Context } from '#edge/kernel/context.ts';
import { resolveParties } from '#edge/task/parties.ts';
import { refuseSuspended } from '#edge/task/suspended-enterprises.ts';

type Link = typeof signingLink.$inferSelect;

/**
 * What is needed to make a contract of a link: its publisher with the rights that they have now, its setup and the contents
 * of its template. Throws what refuses the publisher: NO_PERMISSION, TEMPLATE_DISABLED and the errors of sending.
 */
export async function publisherOf(context: Context, link: Link) {
  const publisher = await actAs(
    { ...context, language: link.language },
    { accountId: link.creatorId, ownerKey: link.ownerKey, askedWith: link.askedWith },
    SENDING,
  );
  if (publisher.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const setup = await openSetup(context, link.id, link.setupSealed);
  const contents = await readContents(publisher, setup.plan);
  return { publisher, setup, contents };
}

/** Why an open link takes nobody at present, on its publisher's side; null if it takes people. */
export async function whyNobody(context: Context, link: Link): Promise<AppError | null> {
  try {
    const { publisher, setup } = await publisherOf(context, link);
    await checkBusinessType(publisher, link.businessType);
    await refuseWithoutCredits(publisher, publisher.actor.entId);
    const { plan, varying } = setup;
    const fixed = plan.signers.filter(({ signerId }) => !varying.includes(signerId));
    const parties = await resolveParties(publisher, fixed);
    await refuseSuspended(publisher, [publisher.actor.ownerKey, ...parties.map(({ ownerKey }) => ownerKey)]);
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}
