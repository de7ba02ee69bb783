import type { Context } from '#edge/kernel/context.ts';
import {
  countSliding,
  countSlidingBelow,
  type Sliding,
  slidingSoFar,
  uncountSliding,
} from '#edge/kernel/count-attempts.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** How long a try waits for others that are being judged before it is given up, ms. */
const WAITS_MS = 8_000;
const [SHORTEST_MS, LONGEST_MS] = [40, 160];

/**
 * How long a try counts as under way, ms: many times what judging one takes. A try whose Worker ended in the middle is given
 * back by nobody; five of them would keep their owner out for as long as five wrong ones.
 */
const UNDER_WAY_MS = 60_000;

/** Tries that were wrong are counted under `name`, those under way under this. */
const underWay = (name: string): Sliding => ({ name: `${name}:now`, windowMs: UNDER_WAY_MS });

/**
 * Reserves a try before it is judged: those that were wrong and those under way are together never more than `most`, so that
 * many at once are no more tries than one after the other. Where others are under way it waits for what they come to: an
 * owner who does two things at once is not refused. Resolves with whether there is one, made at once or later; then
 * `endTry` gives it back.
 */
export async function reserveTry(
  context: Context,
  name: string,
  windowMs: number,
  most: number,
): Promise<'at once' | 'later' | false> {
  const now = underWay(name);
  const until = Date.now() + WAITS_MS;
  for (let made: 'at once' | 'later' = 'at once'; ; made = 'later') {
    if (await countSlidingBelow(context, now, most, { name, windowMs })) return made;
    if ((await slidingSoFar(context, name, windowMs)) >= most || Date.now() > until) return false;
    const pause = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
    await new Promise((done) => setTimeout(done, pause));
  }
}

/**
 * Counts a reserved try where it was wrong, and gives the reservation back, in one transaction with `more`: it is missing
 * at no moment.
 */
export async function endTry(
  context: Context,
  name: string,
  windowMs: number,
  isWrong: boolean,
  more: readonly Statement[] = [],
): Promise<void> {
  await context.db.batch([
    uncountSliding(context, underWay(name)),
    ...(isWrong ? [countSliding(context, name, windowMs)] : []),
    ...more,
  ]);
}
