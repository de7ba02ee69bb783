import * as calls from '#core/webhook/calls.ts';
import { externalEndedEffect } from '#edge/approval/effects.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { trailedEffect } from '#edge/trail/effects.ts';
import { deliverEffect } from './effects.ts';
import * as procedures from './webhooks.ts';
import { webhookKeys } from './wrapped-keys.ts';

export const webhooks: Domain = {
  calls: [
    implement(calls.listWebhooks, procedures.listWebhooks),
    implement(calls.saveWebhook, procedures.saveWebhook),
    implement(calls.changeWebhook, procedures.changeWebhook),
    implement(calls.switchWebhook, procedures.switchWebhook),
    implement(calls.rotateSecret, procedures.rotateSecret),
    implement(calls.testWebhook, procedures.testWebhook),
    implement(calls.listDeliveries, procedures.listDeliveries),
    implement(calls.resend, procedures.resend),
  ],
  effects: [
    handle(trailedEffect, () => import('./tell-webhooks.ts').then((m) => m.tellWebhooks)),
    handle(externalEndedEffect, () => import('./tell-approval.ts').then((m) => m.tellOfApproval)),
    handle(deliverEffect, () => import('./deliver.ts').then((m) => m.deliver)),
  ],
  jobs: [
    { name: 'webhook log', load: () => import('./forget-deliveries.ts').then((m) => m.forgetDeliveries) },
  ],
  wrappedKeys: webhookKeys,
};
