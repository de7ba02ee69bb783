import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listEmbedLinks as call } from '#core/embed/calls.ts';
import { account, apiKey, embedLink } from '#db/schema/index.ts';
import { isKeyGood } from '#edge/identity/authenticate.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

/** Links that the enterprise's keys made, newest first. */
export async function listEmbedLinks(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const own = and(eq(embedLink.enterpriseId, actor.entId), isIf(embedLink.kind, input.kind));
  const { below, paging } = await belowRow(db, input, {
    table: embedLink,
    by: embedLink.createdAt,
    key: embedLink.id,
    own,
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db
      .select({ link: embedLink, key: apiKey, account })
      .from(embedLink)
      .leftJoin(apiKey, eq(apiKey.id, embedLink.keyId))
      .leftJoin(account, eq(account.id, embedLink.accountId))
      .where(and(own, below))
      .orderBy(desc(embedLink.createdAt), desc(embedLink.id)),
    db.select({ n: count() }).from(embedLink).where(own),
  );
  const records = await Promise.all(
    rows.map(async ({ link, key, account: person }) => ({
      linkId: link.id,
      kind: link.kind,
      subjectId: link.subjectId,
      keyName: key?.name ?? '',
      person: await openDisplayName(context, person),
      origin: link.origin,
      state:
        link.usedAt !== null
          ? ('USED' as const)
          : link.expiresAt <= now || !isKeyGood(key, link, now)
            ? ('ENDED' as const)
            : ('WAITING' as const),
      usedAt: link.usedAt,
      expiresAt: link.expiresAt,
      createTime: link.createdAt,
    })),
  );
  return { records, ...page };
}
