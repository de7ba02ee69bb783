import * as calls from '#core/copies/calls.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { giveCopies } from './give-copies.ts';
import { getCopies, listLots, listTransfers } from './list-copies.ts';

export const copiesCalls = [
  implement(calls.getCopies, getCopies),
  implement(calls.listLots, listLots),
  implement(calls.listTransfers, listTransfers),
  implement(calls.giveCopies, giveCopies),
];
