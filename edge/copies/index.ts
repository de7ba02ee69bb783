import * as calls from '#core/copies/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { copiesLowEffect } from './effects.ts';
import { giveCopies } from './give-copies.ts';
import { getCopies, listLots, listTransfers } from './list-copies.ts';

const copiesCalls = [
  implement(calls.getCopies, getCopies),
  implement(calls.listLots, listLots),
  implement(calls.listTransfers, listTransfers),
  implement(calls.giveCopies, giveCopies),
];

export const copies: Domain = {
  calls: copiesCalls,
  effects: [handle(copiesLowEffect, () => import('./warn-low.ts').then((m) => m.warnLow))],
  jobs: [
    { name: 'copies that expire', load: () => import('./expire-copies.ts').then((m) => m.expireCopies) },
    { name: 'the ledger of copies', load: () => import('./check-ledger.ts').then((m) => m.checkLedger) },
  ],
};
