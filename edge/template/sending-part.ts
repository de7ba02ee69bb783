import type { CheckedSources, SendingPart } from '#edge/sending/sending-part.ts';
import { checkSources, refuseDisabled, stillEnabled } from './check-sources.ts';
import { unsafeContractAmounts } from './contract-amounts.ts';

/** The templates that documents were made from: each is still enabled; amounts in them are judged by approval flows. */
export const templatesPart: SendingPart = (_, context) => ({
  of: (plan, made) => {
    let sources: CheckedSources = new Map();
    return {
      check: async () => {
        sources = await checkSources(plan, context, made);
      },
      sources: () => sources,
      amounts: () => unsafeContractAmounts(context, plan.contractAmount, [...sources.values()]),
      write: () => ({
        guards: stillEnabled(sources),
        explain: () => refuseDisabled(context, sources),
      }),
    };
  },
});
