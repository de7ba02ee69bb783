import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, id, nothing, pageInput, pageOf, time } from '#core/wire.ts';

const NOTICES: Access = { actor: 'session', sso: true, may: 'read their own notices' };

export const CATEGORIES = ['contract', 'approval', 'system'] as const;

/** [7.14a] The notice center. */
export const listNotices = defineCall({
  id: 'notice.listNotices',
  method: 'GET',
  path: '/notice/page',
  access: NOTICES,
  input: z.object({
    ...pageInput,
    readFlag: z.coerce.number().int().min(0).max(1).optional(),
    normalMessageCategory: z.enum(CATEGORIES).optional(),
    /** Part of the name of a task, person or enterprise in the notice ([2.23b]). */
    keyword: z.string().max(100).optional(),
  }),
  output: pageOf(
    z.object({
      id,
      subject: z.string(),
      createTime: time,
      readFlag: z.number().int(),
      normalMessageCategory: z.enum(CATEGORIES),
      planId: z.string(),
      /** The web template that the notice concerns; empty for others. */
      templateId: z.string(),
    }),
  ),
  summary: 'List the person’s notices: unread first, then newest first',
});

/** [7.14b] Marks a notice as read. */
export const readNotice = defineCall({
  id: 'notice.readNotice',
  method: 'POST',
  path: '/notice/:noticeId/readFlag',
  access: NOTICES,
  input: z.object({ noticeId: id }),
  output: empty,
  summary: 'Mark a notice as read',
});

/** [7.14c] The path has the word `all` in place of an ID. */
export const readAllNotices = defineCall({
  id: 'notice.readAllNotices',
  method: 'POST',
  path: '/notice/all/readFlag',
  access: NOTICES,
  input: nothing,
  output: empty,
  summary: 'Mark all notices as read',
});

/** [7.14d] The number of unread notices. */
export const countNewNotices = defineCall({
  id: 'notice.countNewNotices',
  method: 'GET',
  path: '/notice/new/type/count',
  access: NOTICES,
  input: nothing,
  output: z.object({
    userSum: z.number().int(),
    enterpriseMap: z.record(z.string(), z.number().int()),
    /** By category; categories without unread notices may be missing. */
    categoryMap: z.record(z.string(), z.number().int()),
  }),
  summary: 'Count the unread notices: in total, by enterprise and by category',
});

/** [7.14e] The number of unread notices of each enterprise. */
export const countNewByEnterprise = defineCall({
  id: 'notice.countNewByEnterprise',
  method: 'GET',
  path: '/notice/new/enterprise/count',
  access: NOTICES,
  input: nothing,
  output: z.array(z.object({ entId: z.string(), count: z.number().int() })),
  summary: 'Count the unread notices of each enterprise; the person’s own have an empty id',
});
