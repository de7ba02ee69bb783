import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { member } from '#db/schema/index.ts';
import { typesOf } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** [6.2b] Refuses to send a contract of a business type that the member, or the API key, is not authorized for. */
export async function checkBusinessType(context: SignedInContext, businessType: string): Promise<void> {
  if (!(await mayUseBusinessType(context, businessType)))
    throw new AppError('BUSINESS_TYPE_NOT_GIVEN', {}, 'businessType');
}

/** Whether the member, and the API key if there is one, is authorized for a business type; null means all types. */
export async function mayUseBusinessType(
  { db, actor }: SignedInContext,
  businessType: string,
): Promise<boolean> {
  const [row] = await db
    .select({ types: member.businessTypes })
    .from(member)
    .where(
      and(eq(member.enterpriseId, actor.entId), eq(member.accountId, actor.accountId), isNull(member.leftAt)),
    );
  const allowed = [row?.types, typesOf(actor)];
  return allowed.every((types) => !types || types.some((type) => type === businessType));
}
