import type { Domain } from '#edge/kernel/domain.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import {
  forgetContactsEffect,
  forgetDraftEffect,
  forgetNewcomerEffect,
  forgetTemplateEffect,
  pushEffect,
} from './effects.ts';

export const sync: Domain = {
  effects: [
    handle(pushEffect, () => import('./push-to-rooms.ts').then((m) => m.pushToRooms)),
    handle(forgetDraftEffect, () => import('./forget-room.ts').then((m) => m.forgetDraft)),
    handle(forgetContactsEffect, () => import('./forget-room.ts').then((m) => m.forgetContacts)),
    handle(forgetTemplateEffect, () => import('./forget-room.ts').then((m) => m.forgetTemplate)),
    handle(forgetNewcomerEffect, () => import('./forget-room.ts').then((m) => m.forgetNewcomer)),
  ],
  jobs: [{ name: 'tickets of rooms', load: () => import('./tickets.ts').then((m) => m.endLostTickets) }],
};
