import { once, type SendingPart } from '#edge/sending/sending-part.ts';
import { refuseWithoutCredits, warnOfFew } from './balance.ts';
import { hasCredits } from './ledger.ts';

/** The credits that sending reserves one of ([3.17]); warns the administrators of the last ones. */
export const creditPart: SendingPart = (_, context) => {
  const { entId } = context.actor;
  const left = once(() => refuseWithoutCredits(context, entId));
  return {
    ahead: () => [left()],
    of: () => ({
      check: left,
      write: async () => ({
        guards: [hasCredits(entId, context.now)],
        statements: await warnOfFew(context, entId, await left()),
        explain: () => refuseWithoutCredits(context, entId),
      }),
    }),
  };
};
