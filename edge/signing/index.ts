import * as consentCalls from '#core/task/consent-calls.ts';
import * as proofCalls from '#core/task/proof-calls.ts';
import { continueUkey as continueCall } from '#core/task/ukey-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { dropOldBatches } from './batch-rows.ts';
import {
  confirmConsent,
  dropOldTickets,
  getConsent,
  listConsentMethods,
  startConsent,
} from './consent-tickets.ts';
import { keepHashEffect } from './effects.ts';
import { continueUkey, dropOldSignings } from './sign-with-ukey.ts';
import type { Signable } from './signable.ts';
import { dropOldProofs, getProofs, giveProof, sendProofCode } from './signer-proofs.ts';

/** Calls and jobs shared by all kinds of signables: consents, UKeys, batches. */
export const signing = (signables: readonly Signable[]): Domain => ({
  calls: [
    implement(continueCall, (input, context) => continueUkey(signables, input, context)),
    implement(consentCalls.listConsentMethods, listConsentMethods),
    implement(consentCalls.confirmConsent, confirmConsent),
    implement(consentCalls.startConsent, (...args) => startConsent(signables, ...args)),
    implement(consentCalls.getConsent, getConsent),
    implement(proofCalls.getProofs, (input, context) => getProofs(signables, input, context)),
    implement(proofCalls.sendProofCode, (input, context) => sendProofCode(signables, input, context)),
    implement(proofCalls.giveProof, (input, context) => giveProof(signables, input, context)),
  ],
  effects: [handle(keepHashEffect, () => import('./kept-hashes.ts').then((m) => m.keepHash))],
  jobs: [
    { name: 'consent tickets', load: async () => dropOldTickets },
    { name: 'proofs of signers', load: async () => dropOldProofs },
    { name: 'batches', load: async () => dropOldBatches },
    { name: 'signings with a UKey', load: async () => dropOldSignings },
    { name: 'revisions', load: () => import('./kept-hashes.ts').then((m) => m.checkHashes) },
  ],
});
