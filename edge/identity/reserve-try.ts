import { and, between, eq, gt, lte, or, sql } from 'drizzle-orm';
import { rateCount } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countSliding, type Sliding } from '#edge/kernel/count-attempts.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/**
 * The longest that judging one try may take, ms: a hundred times what it takes. Whoever takes longer learns nothing, and
 * a reservation whose Worker ended in the middle, which nobody gives back, ends with it.
 */
const JUDGED_WITHIN_MS = 10_000;
/** How long a try waits for those under way, ms: longer than any of them can last. */
const WAITS_MS = 12_000;
/** Pauses between two looks at them, ms: each is longer than the one before. */
const [SHORTEST_MS, GROWS, LONGEST_MS] = [50, 1.5, 1_000];

/** A try that is under way, up to `endsAt` (epoch ms) at the latest. */
export interface Reservation {
  name: string;
  endsAt: number;
  /** Whether it waited for others: what was read before it is too old. */
  waited: boolean;
}

/** Tries that were wrong are counted under the name itself, those under way under this, by the time at which they end. */
const underWay = (name: string): string => `${name}:now`;

const wasWrong = ({ name, windowMs }: Sliding, now: number) =>
  and(eq(rateCount.name, name), gt(rateCount.windowStart, now - windowMs));
/** One that ends later than any can was reserved before the clock went back; Workers' clocks differ by less than that. */
const isUnderWay = ({ name }: Sliding, now: number) =>
  and(
    eq(rateCount.name, underWay(name)),
    between(rateCount.windowStart, now + 1, now + 2 * JUDGED_WITHIN_MS),
  );

/**
 * Reserves a try before it is judged: those that were wrong and those under way are together never more than `most`, so that
 * many at once are no more tries than one after the other. Where others are under way it waits for what they come to: an
 * owner who does two things at once is not refused, nor one whose Worker ended while it judged. Resolves with null where
 * there is none; `endTry` gives it back.
 */
export async function reserveTry(
  { db }: Pick<Context, 'db'>,
  tries: Sliding,
  most: number,
): Promise<Reservation | null> {
  const until = Date.now() + WAITS_MS;
  let waited = false;
  for (let pause = SHORTEST_MS; ; ) {
    const now = Date.now();
    const reservation = { name: tries.name, endsAt: now + JUDGED_WITHIN_MS, waited };
    if (await take(db, tries, most, now)) return reservation;
    waited = true;
    // Looking writes nothing: a database has one writer, whom those who wait must not keep busy.
    for (;;) {
      const counted = await look(db, tries, Date.now());
      if (counted.wrong >= most || Date.now() > until) return null;
      if (counted.all < most) break;
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random() / 2)));
      pause = Math.min(pause * GROWS, LONGEST_MS);
    }
  }
}

/** Reserves a try at `now` if there is one: one atomic statement. */
async function take(db: Context['db'], tries: Sliding, most: number, now: number): Promise<boolean> {
  const soFar = db
    .select({ count: sql<number>`coalesce(sum(${rateCount.count}), 0)` })
    .from(rateCount)
    .where(or(wasWrong(tries, now), isUnderWay(tries, now)));
  const taken = await db
    .insert(rateCount)
    .select(sql`select ${underWay(tries.name)}, ${now + JUDGED_WITHIN_MS}, 1 where (${soFar}) < ${most}`)
    .onConflictDoUpdate({
      target: [rateCount.name, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count });
  return taken.length > 0;
}

async function look(db: Context['db'], tries: Sliding, now: number): Promise<{ wrong: number; all: number }> {
  const [row] = await db
    .select({
      wrong: sql<number>`coalesce(sum(iif(${rateCount.name} = ${tries.name}, ${rateCount.count}, 0)), 0)`,
      all: sql<number>`coalesce(sum(${rateCount.count}), 0)`,
    })
    .from(rateCount)
    .where(or(wasWrong(tries, now), isUnderWay(tries, now)));
  return row ?? { wrong: 0, all: 0 };
}

/** Whether a try was judged too late: what came of it is said to nobody, as another may have been reserved meanwhile. */
export const isOver = ({ endsAt }: Reservation): boolean => Date.now() >= endsAt;

/**
 * Counts a reserved try where it was wrong, and gives the reservation back, in one transaction with `more`: it is missing
 * at no moment.
 */
export async function endTry(
  context: Context,
  { name, endsAt }: Reservation,
  windowMs: number,
  isWrong: boolean,
  more: readonly Statement[] = [],
): Promise<void> {
  const { db } = context;
  const own = and(eq(rateCount.name, underWay(name)), eq(rateCount.windowStart, endsAt));
  await db.batch([
    db
      .update(rateCount)
      .set({ count: sql`${rateCount.count} - 1` })
      .where(own),
    db.delete(rateCount).where(and(own, lte(rateCount.count, 0))),
    ...(isWrong ? [countSliding(context, name, windowMs)] : []),
    ...more,
  ]);
}

/** Finishes a try also where whoever asked hangs up: workerd would drop it, and one that is dropped is not counted. */
export function judgedToTheEnd<T>(context: Pick<Context, 'defer'>, judging: Promise<T>): Promise<T> {
  const settled = () => undefined;
  context.defer(judging.then(settled, settled));
  return judging;
}
