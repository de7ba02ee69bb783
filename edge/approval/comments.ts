import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { waitingFor } from '#core/approval/approval.ts';
import type * as calls from '#core/approval/comment-calls.ts';
import { commentFiles, fileOfComment, isOnPage, readersOfComment } from '#core/approval/comments.ts';
import { utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import { type ApprovalPart, approval, approvalComment, approvalPart, member } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import { type Context, enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { pushEffect } from '#edge/sync/effects.ts';
import type { Kinds } from './act.ts';
import { type ApprovalRecord, approvalOf, tellOne } from './change-statements.ts';
import { readApproval } from './read-approval.ts';

type CommentRecord = typeof approvalComment.$inferSelect;

/** Parts whose holders can read the contract, and so its comments. */
const READERS: readonly ApprovalPart[] = ['TO_DECIDE', 'DECIDED', 'TO_STAMP'];

/** Everybody who takes part in the approval and can read its contract. */
async function takingPart({ db }: Context, row: ApprovalRecord): Promise<string[]> {
  const parts = await db
    .select({ accountId: approvalPart.accountId })
    .from(approvalPart)
    .where(and(eq(approvalPart.approvalId, row.id), inArray(approvalPart.part, [...READERS])));
  return [...new Set([row.applicantId, ...parts.map(({ accountId }) => accountId)])];
}

/** Reads an approval of a contract with comments, and whether the actor takes part. Throws NOT_FOUND. */
async function readCommented(context: SignedInContext, approvalId: string) {
  const row = await readApproval(context, approvalId);
  const taking = await takingPart(context, row);
  const takesPart = taking.includes(context.actor.accountId);
  if (!(takesPart || seesAll(context.actor)) || commentFiles(row.facts).length === 0)
    throw new AppError('NOT_FOUND');
  return { row, taking, takesPart };
}

/** The same for a change. Throws NO_PERMISSION to an administrator who takes no part, APPROVAL_CLOSED. */
async function readToComment(context: SignedInContext, approvalId: string) {
  const { row, taking, takesPart } = await readCommented(context, approvalId);
  if (!takesPart) throw new AppError('NO_PERMISSION');
  if (row.state !== 'REVIEWING') throw new AppError('APPROVAL_CLOSED');
  return { row, taking };
}

const readThread = ({ db }: Context, { thread, enterpriseId }: ApprovalRecord): Promise<CommentRecord[]> =>
  db
    .select()
    .from(approvalComment)
    .where(and(eq(approvalComment.thread, thread), eq(approvalComment.enterpriseId, enterpriseId)))
    .orderBy(asc(approvalComment.createdAt), asc(approvalComment.id));

/** Comments on the contract of an approval, with those of its earlier submissions. Throws NOT_FOUND. */
export async function listComments(
  { approvalId }: ParsedInputOf<typeof calls.listComments>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listComments>> {
  const { actor } = context;
  const { row, takesPart } = await readCommented(context, approvalId);
  const comments = await readThread(context, row);
  const names = await namesOf(
    context,
    comments.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]),
  );
  const files = commentFiles(row.facts);
  const said = (one: CommentRecord) => ({
    commentId: one.id,
    author: names.get(one.authorId) ?? '',
    mine: one.authorId === actor.accountId,
    at: one.createdAt,
    text: one.text,
  });
  return {
    mayWrite: takesPart && row.state === 'REVIEWING',
    comments: comments
      .filter(({ parentId }) => parentId === '')
      .map((one, i) => ({
        ...said(one),
        number: i + 1,
        fileIndex: fileOfComment(one, files),
        fileName: one.fileName,
        page: one.page,
        x: one.x,
        y: one.y,
        earlier: one.approvalId !== row.id,
        resolvedBy: names.get(one.resolvedBy) ?? '',
        replies: comments.filter(({ parentId }) => parentId === one.id).map(said),
      })),
  };
}

/**
 * Guard and statement by which a decision that is made at the same time notices the comment: what the decision records
 * includes every comment before it.
 */
const during = ({ db }: Context, row: ApprovalRecord) => ({
  guard: sql`select 1 from ${approval} where ${approval.id} = ${row.id} and ${approval.version} = ${row.version}`,
  statement: db
    .update(approval)
    .set({ version: row.version + 1 })
    .where(eq(approval.id, row.id)),
});

/** Characters of a comment in the notice of it. */
const QUOTED = 60;
const quoted = (text: string): string => {
  const [line = '', ...rest] = text.split('\n');
  const letters = [...line];
  return letters.length > QUOTED || rest.length > 0 ? `${letters.slice(0, QUOTED).join('')}…` : line;
};

/** Statements that store a comment or reply, and tell those concerned. Throws APPROVAL_COMMENTS_FULL. */
async function write(
  context: SignedInContext,
  { row, taking }: { row: ApprovalRecord; taking: readonly string[] },
  comment: Omit<
    CommentRecord,
    'id' | 'enterpriseId' | 'thread' | 'approvalId' | 'authorId' | 'createdAt' | 'resolvedBy' | 'resolvedAt'
  >,
  writers: readonly string[],
): Promise<{ commentId: string }> {
  const { db, actor, now } = context;
  const [found] = await db
    .select({ n: count() })
    .from(approvalComment)
    .where(eq(approvalComment.thread, row.thread));
  const max = LIMITS.commentsPerApproval;
  if ((found?.n ?? 0) >= max) throw new AppError('APPROVAL_COMMENTS_FULL', { max });
  const commentId = context.newId();
  const recipients = readersOfComment({
    by: actor.accountId,
    applicantId: row.applicantId,
    writers,
    waiting: waitingFor(approvalOf(row)),
    taking,
  });
  const present = await db
    .select({ accountId: member.accountId })
    .from(member)
    .where(
      and(
        eq(member.enterpriseId, row.enterpriseId),
        inArray(member.accountId, ['', ...recipients]),
        isNull(member.leftAt),
      ),
    );
  const { guard, statement } = during(context, row);
  await commit(
    context,
    [guard],
    [
      statement,
      db.insert(approvalComment).values({
        ...comment,
        id: commentId,
        enterpriseId: row.enterpriseId,
        thread: row.thread,
        approvalId: row.id,
        authorId: actor.accountId,
        createdAt: now,
      }),
      ...present.map(({ accountId }) =>
        tellOne(context, row, accountId, 'APPROVAL_COMMENTED', {
          operator: actor.name,
          task: row.title,
          words: quoted(comment.text),
        }),
      ),
      push(context, row),
      ...context.remember({ commentId }),
    ],
  );
  return { commentId };
}

/** Shows the change on the open pages of the enterprise. */
const push = (context: Context, row: ApprovalRecord): Statement =>
  enqueue(context, `approval:${row.id}:push`, pushEffect, {
    ownerKeys: [enterpriseKey(row.enterpriseId)],
    event: 'approval-changed',
    taskId: row.subjectId,
  });

/** Pins a comment to a place on a page. Throws APPROVAL_COMMENT_OFF_PAGE, APPROVAL_CLOSED. */
export const addComment =
  (kinds: Kinds) =>
  (
    { approvalId, fileIndex, page, x, y, text }: ParsedInputOf<typeof calls.addComment>,
    context: SignedInContext,
  ) =>
    withRetry(async (): Promise<OutputOf<typeof calls.addComment>> => {
      const read = await readToComment(context, approvalId);
      const { row } = read;
      const file = commentFiles(row.facts)[fileIndex];
      const pages = await kinds
        .find(({ subject }) => subject === row.subject)
        ?.pages?.(context, row.subjectId);
      if (!file || !isOnPage(pages?.[fileIndex]?.[page - 1], x, y))
        throw new AppError('APPROVAL_COMMENT_OFF_PAGE');
      const place = { fileIndex, fileName: file.name, fileSha256: file.sha256, page, x, y };
      return write(context, read, { ...place, parentId: '', text }, []);
    });

/** Replies to a comment. Throws NOT_FOUND, APPROVAL_CLOSED. */
export const replyComment = (
  { approvalId, commentId, text }: ParsedInputOf<typeof calls.replyComment>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.replyComment>> =>
  withRetry(async () => {
    const read = await readToComment(context, approvalId);
    const { root, comments } = await conversation(context, read.row, commentId);
    const { fileIndex, fileName, fileSha256, page, x, y } = root;
    return write(
      context,
      read,
      { fileIndex, fileName, fileSha256, page, x, y, parentId: root.id, text },
      comments.filter((one) => one.id === root.id || one.parentId === root.id).map((one) => one.authorId),
    );
  });

/** A comment, not a reply, of this approval or an earlier submission. Throws NOT_FOUND. */
async function conversation(context: Context, row: ApprovalRecord, commentId: string) {
  const comments = await readThread(context, row);
  const root = comments.find(({ id, parentId }) => id === commentId && parentId === '');
  if (!root) throw new AppError('NOT_FOUND');
  return { root, comments };
}

/** Marks a comment as resolved, or opens it again. Throws NOT_FOUND, APPROVAL_CLOSED. */
export const resolveComment = (
  { approvalId, commentId, resolved }: ParsedInputOf<typeof calls.resolveComment>,
  context: SignedInContext,
): Promise<null> =>
  withRetry(async () => {
    const { db, actor, now } = context;
    const { row } = await readToComment(context, approvalId);
    const { root } = await conversation(context, row, commentId);
    // Two people who resolve it at once: the first stays.
    if ((root.resolvedBy !== '') === resolved) return null;
    const { guard, statement } = during(context, row);
    await commit(
      context,
      [guard],
      [
        statement,
        db
          .update(approvalComment)
          .set(
            resolved
              ? { resolvedBy: actor.accountId, resolvedAt: now }
              : { resolvedBy: '', resolvedAt: null },
          )
          .where(eq(approvalComment.id, root.id)),
        push(context, row),
      ],
    );
    return null;
  });

/**
 * SHA-256 of all comments on an approval so far, for the audit trail, with the approval's id, which other parties do not
 * know; '' without comments.
 */
export async function commentsDigest(context: Context, row: ApprovalRecord): Promise<string> {
  const comments = await readThread(context, row);
  if (comments.length === 0) return '';
  const bound = comments.map((one) => [
    one.id,
    one.parentId,
    one.authorId,
    one.createdAt,
    one.fileSha256,
    one.page,
    one.x,
    one.y,
    one.text,
    one.resolvedBy,
  ]);
  const bytes = utf8(`${row.id}\n${JSON.stringify(bound)}`);
  return await sha256Hex(bytes);
}
