import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { listGrants as listCall, saveGrants as saveCall } from '#core/seal/calls.ts';
import { account, member, sealGrant } from '#db/schema/index.ts';
import { byName, openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { readSealToEdit } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';
import { sealsChanged } from './void-seals.ts';

const membersOf = ({ db, actor }: SignedInContext) =>
  db
    .select(REAL_NAME)
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .where(and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt)))
    .orderBy(asc(account.id));

const named = async (context: SignedInContext, rows: Awaited<ReturnType<typeof membersOf>>) =>
  (
    await Promise.all(rows.map(async (row) => ({ userId: row.id, name: await openRealName(context, row) })))
  ).sort(byName);

/** Members of the enterprise with their authorization for the seal ([6.3a]). */
export async function listGrants(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { row } = await readSealToEdit(context, input.stampId);
  const [members, grants] = await context.db.batch([
    membersOf(context),
    context.db.select().from(sealGrant).where(eq(sealGrant.sealId, row.id)),
  ]);
  return (await named(context, members)).map(({ userId, name }) => {
    const grant = grants.find((g) => g.accountId === userId);
    return {
      userId,
      name,
      level: grant?.level ?? null,
      grantedAt: grant?.grantedAt ?? null,
    };
  });
}

/** Sets the authorized members; each change adds a history entry. Only members can be authorized. */
export function saveGrants(input: ParsedInputOf<typeof saveCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { db, actor, now } = context;
    const { row } = await readSealToEdit(context, input.stampId);
    const [members, before] = await db.batch([
      membersOf(context),
      db.select().from(sealGrant).where(eq(sealGrant.sealId, row.id)),
    ]);
    const names = new Map((await named(context, members)).map((m) => [m.userId, m.name]));
    const wanted = new Map(input.grants.map((g) => [g.userId, g.level]));
    if ([...wanted.keys()].some((id) => !names.has(id))) throw new AppError('INPUT_INVALID', {}, 'grants');
    const operator = operatorOf(context);
    const removed = before.filter((g) => !wanted.has(g.accountId));
    const changed = [...wanted].filter(
      ([id, level]) => before.find((g) => g.accountId === id)?.level !== level,
    );
    if (removed.length === 0 && changed.length === 0) return null;
    const statements: Statement[] = [
      ...(removed.length
        ? [
            db.delete(sealGrant).where(
              and(
                eq(sealGrant.sealId, row.id),
                inArray(
                  sealGrant.accountId,
                  removed.map((g) => g.accountId),
                ),
              ),
            ),
          ]
        : []),
      ...changed.map(([accountId, level]) =>
        db
          .insert(sealGrant)
          .values({ sealId: row.id, accountId, level, grantedBy: actor.accountId, grantedAt: now })
          .onConflictDoUpdate({
            target: [sealGrant.sealId, sealGrant.accountId],
            set: { level, grantedBy: actor.accountId, grantedAt: now },
          }),
      ),
      ...removed.map((g) =>
        recordOf(context, row.id, 'UNAUTHORIZED', operator, { remark: names.get(g.accountId) ?? '' }),
      ),
      ...changed.map(([id, level]) =>
        recordOf(context, row.id, 'AUTHORIZED', operator, { remark: `${names.get(id)} ${level}` }),
      ),
    ];
    await changeSeal(context, row, {}, [
      ...statements,
      ...sealsChanged(
        context,
        row.ownerKey,
        removed.map((g) => g.accountId),
      ),
    ]);
    return null;
  });
}
