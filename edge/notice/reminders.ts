import type { MessageTemplate } from '#core/locales/message-text.ts';
import { hasRemindersOff, type InvitedParty } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Messages that say again what was said before: these alone may be switched off by whoever gets them. */
const REMINDERS: readonly MessageTemplate[] = ['TASK_URGED', 'TASK_REMINDED', 'TASK_DUE_SOON'];

export const isReminder = (template: MessageTemplate): boolean => REMINDERS.includes(template);

/** Whether a message is a reminder that its recipient has ended, also if it was caused before. */
export const isSilenced = async (
  context: Context,
  template: MessageTemplate,
  invited: InvitedParty | undefined,
): Promise<boolean> =>
  invited !== undefined && isReminder(template) && (await hasRemindersOff(context, invited));
