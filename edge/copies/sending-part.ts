import { once, type SendingPart } from '#edge/sending/sending-part.ts';
import { refuseWithoutCopies, warnOfFew } from './balance.ts';
import { hasCopies } from './ledger.ts';

/** The copies that sending reserves one of ([3.17]); warns the administrators of the last ones. */
export const copiesPart: SendingPart = (_, context) => {
  const { entId } = context.actor;
  const left = once(() => refuseWithoutCopies(context, entId));
  return {
    ahead: () => [left()],
    of: () => ({
      check: left,
      write: async () => ({
        guards: [hasCopies(entId, context.now)],
        statements: await warnOfFew(context, entId, await left()),
        explain: () => refuseWithoutCopies(context, entId),
      }),
    }),
  };
};
