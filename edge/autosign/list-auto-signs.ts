import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { listAutoSigns as listCall, listUsableAutoSigns as usableCall } from '#core/autosign/calls.ts';
import { covers, type OpeningState } from '#core/autosign/opening.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { startOfChinaDay } from '#core/china-time.ts';
import { sealProblem } from '#core/seal/usable.ts';
import { autoSign, autoSignUse, seal } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { factsOf, readOwnSeals } from '#edge/seal/use-seals.ts';
import { isOpen } from './openings.ts';

const usesSince = (since: number) =>
  sql<number>`(select count(*) from ${autoSignUse} where ${autoSignUse.openingId} = ${autoSign.id} and ${autoSignUse.signedAt} >= ${since})`;

/** Openings of the enterprise, the newest first. */
export async function listAutoSigns(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { actor, db, now } = context;
  const own = eq(autoSign.enterpriseId, actor.entId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({
        opening: autoSign,
        sealName: seal.name,
        used: usesSince(0),
        usedToday: usesSince(startOfChinaDay(now)),
      })
      .from(autoSign)
      .innerJoin(seal, eq(seal.id, autoSign.sealId))
      .where(own)
      .orderBy(desc(autoSign.openedAt), desc(autoSign.id)),
    db.select({ n: count() }).from(autoSign).where(own),
  );
  const names = await namesOf(
    context,
    rows.flatMap(({ opening }) => [opening.openedBy, opening.endedBy].filter(Boolean)),
  );
  const stateOf = ({ endedAt, until }: typeof autoSign.$inferSelect): OpeningState =>
    endedAt !== null ? 'ENDED' : until <= now ? 'LAPSED' : 'ACTIVE';
  const records = rows.map(({ opening, sealName, used, usedToday }) => ({
    openingId: opening.id,
    sealId: opening.sealId,
    sealName,
    state: stateOf(opening),
    businessTypes: opening.businessTypes,
    senderRoles: opening.senderRoles,
    dailyLimit: opening.dailyLimit,
    until: opening.until,
    used,
    usedToday,
    openedBy: names.get(opening.openedBy) ?? '',
    openedAt: opening.openedAt,
    endedBy: names.get(opening.endedBy) ?? '',
    endedAt: opening.endedAt,
    agreement: opening.agreement,
    digest: opening.digest,
  }));
  return { records, ...page };
}

/** Seals that the caller may let sign automatically now: the opening covers one of their roles, and the seal can stamp. */
export async function listUsableAutoSigns(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof usableCall>> {
  const { actor, db, now } = context;
  const openings = await db
    .select({ opening: autoSign, usedToday: usesSince(startOfChinaDay(now)) })
    .from(autoSign)
    .where(and(eq(autoSign.enterpriseId, actor.entId), ...isOpen(now)))
    .orderBy(asc(autoSign.openedAt));
  const views = await readOwnSeals(
    context,
    and(eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)) ?? sql`false`,
    sql`${seal.id}`,
  );
  return openings.flatMap(({ opening, usedToday }) => {
    const view = views.find(({ row }) => row.id === opening.sealId);
    const covered = covers({ ...opening, businessTypes: null }, { businessType: '', roles: actor.roles });
    if (!view || !covered || sealProblem({ ...factsOf(view, context), granted: true }, now)) return [];
    return {
      sealId: opening.sealId,
      sealName: view.row.name,
      category: view.row.category,
      businessTypes: opening.businessTypes,
      until: opening.until,
      left: Math.max(0, opening.dailyLimit - usedToday),
    };
  });
}
