import { getNewcomer, type NewcomerDetail } from '#core/employee/newcomer-calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { call, isClientError } from '../../call.ts';
import { isRefusal } from '../../wire/form-check.ts';

/**
 * Sends what was decided about a newcomer's file by the version that was on screen. If the file has changed since, but
 * not in what the decision is about (`same`), sends it again by the current version: HR often goes on before the page
 * has read the answer to the step before. Otherwise the refusal stands, NEWCOMER_CHANGED.
 */
export async function byCurrentVersion<T>(
  shown: NewcomerDetail,
  send: (version: number) => Promise<T>,
  same: (now: NewcomerDetail) => boolean | Promise<boolean>,
): Promise<T> {
  // Calls that check a form answer with the refusal, the others reject with it.
  const sent = await send(shown.version).then(
    (answer) => ({ answer, refusal: isRefusal(answer) ? answer : undefined }),
    (refusal: unknown) => ({ refusal }),
  );
  if (hasChanged(sent.refusal)) {
    const now = await call(getNewcomer, { newcomerId: shown.newcomerId });
    if (now.version !== shown.version && (await same(now))) return byCurrentVersion(now, send, same);
  }
  if (!('answer' in sent)) throw sent.refusal;
  return sent.answer;
}

const hasChanged = (error: unknown): boolean =>
  (isClientError(error) || isRefusal(error)) && error.code === ERROR_CODES.NEWCOMER_CHANGED;

/** Whether the file has stayed in its state and these items have the values and review states that were on screen. */
export const sameItems =
  (shown: NewcomerDetail, itemIds: readonly string[]) =>
  (now: NewcomerDetail): boolean =>
    now.since === shown.since &&
    itemIds.every((id) => {
      const [one, other] = [shown, now].map(({ items }) => items.find(({ itemId }) => itemId === id));
      return one?.value === other?.value && one?.state === other?.state;
    });
