import { notice } from '#db/schema/index.ts';
import { languageOf } from '#edge/identity/language-of.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Effect } from '#edge/kernel/outbox/effects.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import { pushToRooms } from '#edge/kernel/sync/push-to-rooms.ts';
import { finishQuickFiles } from '#edge/quicksign/finish-quick-files.ts';
import { forgetDraft } from '#edge/sync/forget-draft.ts';
import { finishTask } from '#edge/task/finish-task.ts';
import { reviewFrozenTasks, reviewTasksOf } from '#edge/task/freeze-tasks.ts';
import { handOverTasks } from '#edge/task/hand-over-tasks.ts';

/** Carries out one effect. `id` is the effect's own: rows made from it use it, so that a second run changes nothing. */
export async function carryOut(context: Context, id: string, effect: Effect): Promise<void> {
  switch (effect.topic) {
    case 'sms': {
      const mobile = await context.keys.openField(effect.accountMobileSealed, effect.sealContext);
      const language = await languageOf(context, mobile, effect.fromAccountId ?? '');
      return openSms(context).send({
        id,
        mobile,
        template: effect.template,
        params: effect.params,
        language,
      });
    }
    case 'notice':
      await context.db
        .insert(notice)
        .values({
          id,
          accountId: effect.accountId,
          ownerKey: effect.ownerKey,
          category: effect.category,
          kind: effect.template,
          params: effect.params,
          taskId: effect.taskId,
          createdAt: context.now,
        })
        .onConflictDoNothing();
      return;
    case 'push':
      return pushToRooms(context, effect.ownerKeys, { event: effect.event, taskId: effect.taskId });
    case 'finish':
      return finishTask(context, effect.taskId);
    case 'finishQuick':
      return finishQuickFiles(context, effect.groupId);
    case 'seals':
      return reviewFrozenTasks(context, effect.ownerKey, effect.taken);
    case 'business':
      return reviewTasksOf(context, effect.ownerKey, effect.after);
    case 'handover':
      return handOverTasks(context, effect.entId, effect.accountId, effect.operator);
    case 'forgetDraft':
      return forgetDraft(context, effect.draftId);
  }
}
