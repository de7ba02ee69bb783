import type { Context } from '#edge/kernel/context.ts';
import {
  countSliding,
  countSlidingBelow,
  slidingSoFar,
  uncountSliding,
} from '#edge/kernel/count-attempts.ts';

/** How long a try waits for others that are being judged before it is given up, ms. */
const WAITS_MS = 8_000;
const [SHORTEST_MS, LONGEST_MS] = [40, 160];

/** Tries that were wrong are counted under `name`, those under way under this. */
const underWay = (name: string): string => `${name}:now`;

/**
 * Reserves a try before it is judged: those that were wrong and those under way are together never more than `most`, so that
 * many at once are no more tries than one after the other. Where others are under way it waits for what they come to: an
 * owner who does two things at once is not refused. Resolves with whether there is one; then `endTry` gives it back.
 */
export async function reserveTry(
  context: Context,
  name: string,
  windowMs: number,
  most: number,
): Promise<boolean> {
  const now = underWay(name);
  const until = Date.now() + WAITS_MS;
  for (;;) {
    if (await countSlidingBelow(context, now, [name, now], windowMs, most)) return true;
    if ((await slidingSoFar(context, name, windowMs)) >= most || Date.now() > until) return false;
    const pause = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** Counts a reserved try where it was wrong, and gives the reservation back. In this order: it is missing at no moment. */
export async function endTry(
  context: Context,
  name: string,
  windowMs: number,
  isWrong: boolean,
): Promise<void> {
  if (isWrong) await countSliding(context, name, windowMs);
  await uncountSliding(context, underWay(name), windowMs);
}
