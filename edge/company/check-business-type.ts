import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { member } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** [6.2b] Refuses to send a contract of a business type that the member, or the API key, is not authorized for; null means all types. */
export async function checkBusinessType({ db, actor }: SignedInContext, businessType: string): Promise<void> {
  const [row] = await db
    .select({ types: member.businessTypes })
    .from(member)
    .where(
      and(eq(member.enterpriseId, actor.entId), eq(member.accountId, actor.accountId), isNull(member.leftAt)),
    );
  const given = [row?.types, actor.key?.businessTypes];
  if (given.some((types) => types && !types.some((type) => type === businessType)))
    throw new AppError('BUSINESS_TYPE_NOT_GIVEN', {}, 'businessType');
}
