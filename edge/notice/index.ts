import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { REMINDERS_PATH } from '#core/invitation/code.ts';
import { messageText, withoutMark } from '#core/locales/message-text.ts';
import * as calls from '#core/notice/calls.ts';
import { notice } from '#db/schema/index.ts';
import type { Actor } from '#edge/kernel/context.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { contains } from '#edge/kernel/storage/contains.ts';
import { isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { mailEffect, noticeEffect, smsEffect } from './effects.ts';
import { serveReminders } from './serve-reminders.ts';

/**
 * A person's own notices and those of every enterprise they belong to. A session opened by a customer's system
 * sees those of its enterprise only.
 */
const ownedBy = ({ accountId, ownerKey, sso }: Actor) =>
  and(eq(notice.accountId, accountId), sso ? eq(notice.ownerKey, ownerKey) : undefined);

type Category = 'contract' | 'approval' | 'system';

const noticeCalls = [
  // Before the route with an id in its path, which would match `all`.
  implement(calls.readAllNotices, async (_input, { db, actor, now }) => {
    await db
      .update(notice)
      .set({ readAt: now })
      .where(and(ownedBy(actor), isNull(notice.readAt)));
    return null;
  }),
  implement(calls.readNotice, async (input, { db, actor, now }) => {
    await db
      .update(notice)
      .set({ readAt: now })
      .where(and(eq(notice.id, input.noticeId), ownedBy(actor), isNull(notice.readAt)));
    return null;
  }),
  implement(calls.listNotices, async (input, { db, actor, language }) => {
    const where = and(
      ownedBy(actor),
      isIf(notice.category, input.normalMessageCategory),
      input.readFlag === undefined
        ? undefined
        : input.readFlag === 0
          ? isNull(notice.readAt)
          : isNotNull(notice.readAt),
      input.keyword?.trim() ? mentions(input.keyword) : undefined,
    );
    const { rows, page } = await readPage(
      db,
      input,
      db
        .select()
        .from(notice)
        .where(where)
        .orderBy(sql`${notice.readAt} is not null`, desc(notice.createdAt), desc(notice.id)),
      db.select({ n: count() }).from(notice).where(where),
    );
    return {
      records: rows.map((row) => ({
        id: row.id,
        subject: withoutMark(messageText(row.kind, row.params, language)),
        createTime: row.createdAt,
        readFlag: row.readAt === null ? 0 : 1,
        normalMessageCategory: row.category as Category,
        planId: row.taskId,
        templateId: row.templateId,
      })),
      ...page,
    };
  }),
  implement(calls.countNewNotices, async (_input, { db, actor }) => {
    const rows = await db
      .select({ ownerKey: notice.ownerKey, category: notice.category, n: count() })
      .from(notice)
      .where(and(ownedBy(actor), isNull(notice.readAt)))
      .groupBy(notice.ownerKey, notice.category);
    return {
      userSum: rows.reduce((sum, row) => sum + row.n, 0),
      enterpriseMap: sums(
        rows.filter((r) => r.ownerKey.startsWith('E:')).map((r) => [r.ownerKey.slice(2), r.n]),
      ),
      categoryMap: sums(rows.map((r) => [r.category, r.n])),
    };
  }),
  implement(calls.countNewByEnterprise, async (_input, { db, actor }) => {
    const rows = await db
      .select({ ownerKey: notice.ownerKey, n: count() })
      .from(notice)
      .where(and(ownedBy(actor), isNull(notice.readAt)))
      .groupBy(notice.ownerKey);
    return rows.map(({ ownerKey, n }) => ({
      entId: ownerKey.startsWith('E:') ? ownerKey.slice(2) : '',
      count: n,
    }));
  }),
];

/** Whether a name in the notice holds `text`; its other words are the template's and differ by language. */
const mentions = (text: string) =>
  sql`exists (select 1 from json_each(${notice.params}) where ${contains(sql`value`, text)})`;

function sums(pairs: [key: string, n: number][]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const [key, n] of pairs) all[key] = (all[key] ?? 0) + n;
  return all;
}

export const notices: Domain = {
  calls: noticeCalls,
  paths: [{ path: REMINDERS_PATH, serve: serveReminders }],
  effects: [
    handle(smsEffect, () => import('./send-sms.ts').then((m) => m.sendSms)),
    handle(mailEffect, () => import('./send-mail.ts').then((m) => m.sendMail)),
    handle(noticeEffect, () => import('./keep-notice.ts').then((m) => m.keepNotice)),
  ],
};
