import * as calls from '#core/signinglink/calls.ts';
import * as openerCalls from '#core/signinglink/opener-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { changeSigningLink, rotateSigningLink, switchSigningLink } from './change-link.ts';
import { decideSigningLinkEntry, listSigningLinkEntries } from './entries.ts';
import { readSigningLinkForm, submitSigningLink } from './fill-in.ts';
import { listSigningLinks, readSigningLink, readSigningLinkCounter } from './links.ts';
import { enterSigningLink, openSigningLink, sendSigningLinkCode } from './open-link.ts';
import { publishSigningLink } from './publish-link.ts';

/** Signing links; `parts` are what other rooms add to sending one contract. */
export const signingLinks = (parts: readonly SendingPart[]): Domain => ({
  calls: [
    implement(calls.publishSigningLink, publishSigningLink),
    implement(calls.listSigningLinks, listSigningLinks),
    implement(calls.readSigningLink, readSigningLink),
    implement(calls.changeSigningLink, changeSigningLink),
    implement(calls.switchSigningLink, switchSigningLink),
    implement(calls.rotateSigningLink, rotateSigningLink),
    implement(calls.listSigningLinkEntries, listSigningLinkEntries),
    implement(calls.decideSigningLinkEntry, (...args) => decideSigningLinkEntry(parts, ...args)),
    implement(calls.readSigningLinkCounter, readSigningLinkCounter),
    implementOpen(openerCalls.openSigningLink, openSigningLink),
    implementOpen(openerCalls.sendSigningLinkCode, sendSigningLinkCode),
    implementOpen(openerCalls.enterSigningLink, enterSigningLink),
    implement(openerCalls.readSigningLinkForm, readSigningLinkForm),
    implement(openerCalls.submitSigningLink, (...args) => submitSigningLink(parts, ...args)),
  ],
});
