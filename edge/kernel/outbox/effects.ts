import type { MessageTemplate } from '#core/locales/message-text.ts';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/commit.ts';

/** Effects that a change may cause. Each is carried out after the change was written, and may run twice without harm. */
export type Effect =
  | {
      topic: 'sms';
      accountMobileSealed: string;
      sealContext: string;
      template: MessageTemplate;
      params: Record<string, string>;
      /** Who caused it: somebody without an account is written to in this one's language. Absent in effects of a version from before. */
      fromAccountId?: string;
    }
  | {
      topic: 'notice';
      accountId: string;
      ownerKey: string;
      category: 'contract' | 'approval' | 'system';
      template: MessageTemplate;
      params: Record<string, string>;
      taskId: string;
    }
  /** Tells open pages of an owner that something changed. */
  | { topic: 'push'; ownerKeys: string[]; event: string; taskId: string }
  | { topic: 'finish'; taskId: string }
  | { topic: 'finishQuick'; groupId: string }
  /**
   * Something happened to the seals of an enterprise: tasks that wait for its stamp go on again, and those that wait for
   * one of the accounts that lost a seal (`taken`) stop if nothing can be stamped.
   */
  | { topic: 'seals'; ownerKey: string; taken: string[] }
  /** Somebody can no longer, or again, act for an enterprise: its tasks stop, or go on. `after`: the task that the last run ended with. */
  | { topic: 'business'; ownerKey: string; after: string }
  /** What somebody who left an enterprise had still to sign for it goes to its administrator. */
  | { topic: 'handover'; entId: string; accountId: string; operator: string }
  /** A draft was sent or deleted: its room ends everybody who is in it and forgets the document. */
  | { topic: 'forgetDraft'; draftId: string };

/** The statement that writes an effect beside the change that causes it. `key` keeps effects of one thing in order. */
export function enqueue(context: Context, key: string, effect: Effect, dueAt = context.now): Statement {
  const { topic, ...payload } = effect;
  return context.db.insert(outbox).values({
    id: context.newId(),
    topic,
    key,
    payload,
    dueAt,
    createdAt: context.now,
  });
}
