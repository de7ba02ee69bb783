import type { Domain } from '#edge/kernel/domain.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { forgetDraftEffect, pushEffect } from './effects.ts';

export const sync: Domain = {
  effects: [
    handle(pushEffect, () => import('./push-to-rooms.ts').then((m) => m.pushToRooms)),
    handle(forgetDraftEffect, () => import('./forget-draft.ts').then((m) => m.forgetDraft)),
  ],
  jobs: [{ name: 'tickets of rooms', load: () => import('./tickets.ts').then((m) => m.endLostTickets) }],
};
