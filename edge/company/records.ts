import type { CompanyRecord } from '#core/company/states.ts';
import type { MessageTemplate } from '#core/locales/message-text.ts';
import { companyRecord } from '#db/schema/index.ts';
import { type Context, enterpriseKey, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';

/** A line in the record of an enterprise's people. */
export const recordCompany = (
  context: Context,
  enterpriseId: string,
  record: CompanyRecord,
  who: { operatorId: string; subjectId?: string; remark?: string },
): Statement =>
  context.db
    .insert(companyRecord)
    .values({ id: context.newId(), enterpriseId, at: context.now, record, ...who });

/** A notice to a person, as themself or as a member of an enterprise. */
export const tellPerson = (
  context: Context,
  accountId: string,
  template: MessageTemplate,
  params: Record<string, string>,
  { entId = '', category = 'system' }: { entId?: string; category?: 'approval' | 'system' } = {},
): Statement =>
  enqueue(context, `person:${accountId}`, noticeEffect, {
    accountId,
    ownerKey: entId ? enterpriseKey(entId) : personKey(accountId),
    category,
    template,
    params,
    taskId: '',
  });
