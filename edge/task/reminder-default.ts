import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import type * as calls from '#core/task/reminder-calls.ts';
import type { ReminderSchedule } from '#core/task/reminders.ts';
import { enterprise } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

/** When signers are reminded where the sender chooses nothing else, as the actor's enterprise has set it; null: never. */
export async function reminderDefault({ db, actor }: SignedInContext): Promise<ReminderSchedule | null> {
  const [row] = await db
    .select({ reminders: enterprise.reminders })
    .from(enterprise)
    .where(eq(enterprise.id, actor.entId));
  return row?.reminders ?? null;
}

export const getReminderDefault = async (
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getReminderDefault>> => ({
  reminders: await reminderDefault(context),
  mayChange: mayAs(context.actor, CONSOLE),
});

/** Sets it for tasks that are sent from now on, with a line in the record of the enterprise. */
export async function setReminderDefault(
  { reminders }: ParsedInputOf<typeof calls.setReminderDefault>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  await commit(
    context,
    [],
    [
      db
        .update(enterprise)
        .set({ reminders: reminders?.times === 0 ? null : reminders })
        .where(eq(enterprise.id, actor.entId)),
      recordCompany(context, actor.entId, 'REMINDERS_SET', { operatorId: actor.accountId }),
    ],
  );
  return null;
}
