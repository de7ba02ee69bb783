import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { listKeys as call, KEY_STATES } from '#core/apikey/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { account, apiKey, member } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

/** API keys of the enterprise, the newest first, revoked ones too. */
export async function listKeys(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor } = context;
  const own = eq(apiKey.enterpriseId, actor.entId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ key: apiKey, account, member })
      .from(apiKey)
      .leftJoin(account, eq(account.id, apiKey.holderId))
      .leftJoin(
        member,
        and(
          eq(member.accountId, apiKey.holderId),
          eq(member.enterpriseId, apiKey.enterpriseId),
          isNull(member.leftAt),
        ),
      )
      .where(own)
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id)),
    db.select({ n: count() }).from(apiKey).where(own),
  );
  const records = await Promise.all(
    rows.map(async ({ key, account: holder, member: membership }) => ({
      keyId: key.id,
      name: key.name,
      begins: `signet_${key.prefix}_`,
      state: stateOf(key, holder?.status === 'ENABLE' && !!membership && mayAs(membership, CONSOLE), context),
      scopes: key.scopes,
      networks: key.networks,
      origins: key.origins,
      businessTypes: key.businessTypes,
      holder: await openDisplayName(context, holder),
      mine: key.holderId === actor.accountId,
      expiresAt: key.expiresAt,
      formerUntil: (key.formerUntil ?? 0) > context.now ? key.formerUntil : null,
      lastUsedAt: key.lastUsedAt,
      lastNetwork: key.lastNetwork,
      createTime: key.createdAt,
    })),
  );
  return { records, ...page };
}

function stateOf(
  { revokedAt, expiresAt }: typeof apiKey.$inferSelect,
  hasHolder: boolean,
  { now }: SignedInContext,
): (typeof KEY_STATES)[number] {
  if (revokedAt !== null) return 'REVOKED';
  if (expiresAt <= now) return 'ENDED';
  return hasHolder ? 'ACTIVE' : 'WITHOUT_HOLDER';
}
