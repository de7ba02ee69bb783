import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Notifies the owners' open pages of a change. */
export const pushEffect = defineEffect(
  'push',
  z.object({ ownerKeys: z.array(z.string()), event: z.string(), taskId: z.string() }),
);

/** A draft was sent or deleted: its room closes all connections and deletes the document. */
export const forgetDraftEffect = defineEffect('forgetDraft', z.object({ draftId: z.string() }));

/** An account was closed: does the same for the room of its address book. */
export const forgetContactsEffect = defineEffect('forgetContacts', z.object({ ownerKey: z.string() }));

/** A template was removed: does the same for its room. */
export const forgetTemplateEffect = defineEffect('forgetTemplate', z.object({ templateId: z.string() }));

/** An onboarding was completed or cancelled: does the same for the room of the newcomer's form. */
export const forgetNewcomerEffect = defineEffect('forgetNewcomer', z.object({ newcomerId: z.string() }));
