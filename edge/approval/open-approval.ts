import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type * as calls from '#core/approval/external-calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { approval, approvalPart, enterprise, externalRequest, member } from '#db/schema/index.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

/**
 * Finds the approval that a link leads to, and the enterprise for which it is examined. Only current members with part
 * in it find it, whichever identity they act as; a session of single sign-on only for its enterprise. The link of
 * another system works once: for the first of them who opens it. Throws NOT_FOUND, APPROVAL_LINK_USED.
 */
export async function openApproval(
  { approvalId, code }: ParsedInputOf<typeof calls.openApproval>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.openApproval>> {
  const { db, actor, now } = context;
  const codeHash = code ? await hashToken(code) : '';
  const [found] = await db
    .select({ id: approval.id, entId: enterprise.id, entName: enterprise.name, request: externalRequest })
    .from(approval)
    .innerJoin(enterprise, eq(enterprise.id, approval.enterpriseId))
    .innerJoin(
      member,
      and(
        eq(member.enterpriseId, approval.enterpriseId),
        eq(member.accountId, actor.accountId),
        isNull(member.leftAt),
      ),
    )
    .leftJoin(
      externalRequest,
      and(eq(approval.subject, 'EXTERNAL'), eq(externalRequest.id, approval.subjectId)),
    )
    .where(
      and(
        code ? eq(externalRequest.codeHash, codeHash) : eq(approval.id, approvalId ?? ''),
        actor.sso ? eq(approval.enterpriseId, actor.entId) : undefined,
        or(
          eq(approval.applicantId, actor.accountId),
          exists(
            db
              .select({ one: sql`1` })
              .from(approvalPart)
              .where(
                and(eq(approvalPart.approvalId, approval.id), eq(approvalPart.accountId, actor.accountId)),
              ),
          ),
        ),
      ),
    );
  if (!found) throw new AppError('NOT_FOUND');
  const { id, entId, entName, request } = found;
  if (code && request) {
    if (request.openedAt !== null) throw new AppError('APPROVAL_LINK_USED');
    await commit(
      context,
      [
        sql`select 1 from ${externalRequest} where ${externalRequest.codeHash} = ${codeHash} and ${externalRequest.openedAt} is null`,
      ],
      [
        db
          .update(externalRequest)
          .set({ openedBy: actor.accountId, openedAt: now })
          .where(eq(externalRequest.id, request.id)),
      ],
      new AppError('APPROVAL_LINK_USED'),
    );
  }
  return { approvalId: id, entId, entName };
}
