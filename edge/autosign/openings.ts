import { and, count, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { covers } from '#core/autosign/opening.ts';
import { startOfChinaDay } from '#core/china-time.ts';
import { AppError } from '#core/errors.ts';
import { autoSign, autoSignUse, seal } from '#db/schema/index.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';

type Opening = typeof autoSign.$inferSelect;

/** A signature that is to be made automatically: for whom, with which seal, of a task of which business type. */
interface OpeningNeeds {
  enterpriseId: string;
  sealId: string;
  businessType: string;
  roles: Actor['roles'];
}

/**
 * The opening under which the signature may be made now. Throws AUTO_SIGN_NOT_OPEN if there is none, or none for this
 * sender and business type; AUTO_SIGN_LIMIT if as many contracts were signed today as it allows. Whether the seal itself
 * may stamp is decided where seals are used.
 */
export async function openingFor(context: Context, wanted: OpeningNeeds): Promise<Opening> {
  const { db, now } = context;
  const [row] = await db
    .select({ opening: autoSign, sealName: seal.name })
    .from(autoSign)
    .innerJoin(seal, eq(seal.id, autoSign.sealId))
    .where(
      and(eq(autoSign.enterpriseId, wanted.enterpriseId), eq(autoSign.sealId, wanted.sealId), ...isOpen(now)),
    );
  if (!row || !covers(row.opening, wanted))
    throw new AppError('AUTO_SIGN_NOT_OPEN', { name: row?.sealName ?? '' });
  if ((await usedToday(context, row.opening.id)) >= row.opening.dailyLimit)
    throw new AppError('AUTO_SIGN_LIMIT', { name: row.sealName, max: row.opening.dailyLimit });
  return row.opening;
}

/** Conditions of an opening that is neither ended nor over. */
export const isOpen = (now: number): SQL[] => [isNull(autoSign.endedAt), gt(autoSign.until, now)];

/** How many contracts were signed under an opening today, in China's time zone. */
export async function usedToday({ db, now }: Context, openingId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(autoSignUse)
    .where(and(eq(autoSignUse.openingId, openingId), gte(autoSignUse.signedAt, startOfChinaDay(now))));
  return row?.n ?? 0;
}

/** Guard of the transaction that signs: the opening is still open and the day's number is not reached. */
export const stillOpen = ({ now }: Context, { id }: Opening): SQL =>
  sql`select 1 from ${autoSign} where ${and(eq(autoSign.id, id), ...isOpen(now))}
    and (select count(*) from ${autoSignUse} where ${autoSignUse.openingId} = ${id} and ${autoSignUse.signedAt} >= ${startOfChinaDay(now)}) < ${autoSign.dailyLimit}`;
