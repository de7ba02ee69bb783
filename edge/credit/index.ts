import * as calls from '#core/credit/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { creditsLowEffect } from './effects.ts';
import { giveCredits } from './give-credits.ts';
import { getCredits, listLots, listTransfers } from './list-credits.ts';

const creditCalls = [
  implement(calls.getCredits, getCredits),
  implement(calls.listLots, listLots),
  implement(calls.listTransfers, listTransfers),
  implement(calls.giveCredits, giveCredits),
];

export const credit: Domain = {
  calls: creditCalls,
  effects: [handle(creditsLowEffect, () => import('./warn-low.ts').then((m) => m.warnLow))],
  jobs: [
    { name: 'credits that expire', load: () => import('./expire-credits.ts').then((m) => m.expireCredits) },
    { name: 'the ledger of credits', load: () => import('./check-ledger.ts').then((m) => m.checkLedger) },
  ],
};
