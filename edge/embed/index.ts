import * as calls from '#core/embed/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { listEmbedLinks } from './list-links.ts';
import { makeEmbedLink } from './make-link.ts';
import { makeSendLink } from './make-send-link.ts';
import { makeTemplateLink } from './make-template-link.ts';
import { openEmbedLink, sendEmbedCode } from './open-link.ts';

export const embeds: Domain = {
  calls: [
    implement(calls.makeEmbedLink, makeEmbedLink),
    implement(calls.makeSendLink, makeSendLink),
    implement(calls.makeTemplateLink, makeTemplateLink),
    implement(calls.listEmbedLinks, listEmbedLinks),
    implementOpen(calls.openEmbedLink, openEmbedLink),
    implementOpen(calls.sendEmbedCode, sendEmbedCode),
  ],
  jobs: [{ name: 'embedded links', load: () => import('./forget-links.ts').then((m) => m.forgetEmbedLinks) }],
};
