import { and, desc, eq, isNull } from 'drizzle-orm';
import { seal } from '#db/schema/index.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';

/** [3.21f] The id of a person's newest handwritten signature, under which its picture is served; empty without one. */
export async function ownSignature({ db }: Context, accountId: string): Promise<string> {
  const [newest] = await db
    .select({ id: seal.id })
    .from(seal)
    .where(
      and(eq(seal.ownerKey, personKey(accountId)), eq(seal.category, 'HANDWRITTEN'), isNull(seal.deletedAt)),
    )
    .orderBy(desc(seal.createdAt))
    .limit(1);
  return newest?.id ?? '';
}
