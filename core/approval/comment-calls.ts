import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { empty, id, time } from '#core/wire.ts';

const READING_COMMENTS: Access = {
  actor: 'enterprise',
  may: 'see the comments on the pages of what is to be approved',
  also: 'only who requested, decides or stamps it, its administrators and its legal representative',
};
const COMMENTING: Access = {
  actor: 'enterprise',
  may: 'comment on the pages of what is to be approved, reply, and mark as resolved',
  also: 'only who requested or decides it, while it runs',
};

/** Maximum length of a comment. */
export const COMMENT_LENGTH = 500;
const text = severalLines(z.string().trim().min(1).max(COMMENT_LENGTH));
/** Largest coordinate of a point on a page, mm: pages are at most 200 inches long. */
const mm = z
  .number()
  .min(0)
  .max(5_080)
  .transform((value) => Math.round(value * 10) / 10);

const said = z.object({
  commentId: id,
  author: z.string(),
  mine: z.boolean(),
  at: time,
  text: z.string(),
});

export const listComments = defineCall({
  id: 'approval.listComments',
  method: 'GET',
  path: '/docmanager/approval/comments',
  access: READING_COMMENTS,
  input: z.object({ approvalId: id }),
  output: z.object({
    /** Whether the caller may comment now. */
    mayWrite: z.boolean(),
    /** In the order in which they were written. */
    comments: z.array(
      said.extend({
        /** From 1, in the order in which they were written. */
        number: z.number().int(),
        /** Position of the file; null if the file was changed since. */
        fileIndex: z.number().int().nullable(),
        fileName: z.string(),
        /** From 1. */
        page: z.number().int(),
        /** mm from the top left of the page. */
        x: z.number(),
        y: z.number(),
        /** Written when an earlier version was submitted. */
        earlier: z.boolean(),
        /** Who resolved it; empty while it is open. */
        resolvedBy: z.string(),
        replies: z.array(said),
      }),
    ),
  }),
  summary: 'List the comments on the pages of what is to be approved, with those of earlier submissions',
});

export const addComment = defineCall({
  id: 'approval.addComment',
  method: 'POST',
  path: '/docmanager/approval/comment/add',
  access: COMMENTING,
  input: z.object({
    approvalId: id,
    fileIndex: z.number().int().min(0).max(1_000),
    /** From 1. */
    page: z.number().int().min(1).max(100_000),
    /** mm from the top left of the page. */
    x: mm,
    y: mm,
    text,
  }),
  output: z.object({ commentId: id }),
  summary: 'Pin a comment to a place on a page',
  once: true,
  changes: ['approval.listComments'],
});

export const replyComment = defineCall({
  id: 'approval.replyComment',
  method: 'POST',
  path: '/docmanager/approval/comment/reply',
  access: COMMENTING,
  input: z.object({ approvalId: id, commentId: id, text }),
  output: z.object({ commentId: id }),
  summary: 'Reply to a comment',
  once: true,
  changes: ['approval.listComments'],
});

export const resolveComment = defineCall({
  id: 'approval.resolveComment',
  method: 'POST',
  path: '/docmanager/approval/comment/resolve',
  access: COMMENTING,
  input: z.object({ approvalId: id, commentId: id, resolved: z.boolean() }),
  output: empty,
  summary: 'Mark a comment as resolved, or open it again',
  changes: ['approval.listComments'],
});
