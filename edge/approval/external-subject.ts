import { and, eq, sql } from 'drizzle-orm';
import { digestOfExternal, type ExternalFacts } from '#core/approval/external.ts';
import { AppError } from '#core/errors.ts';
import { approval, externalRequest, type SubjectFacts } from '#db/schema/index.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { appendTrail } from '#edge/trail/trail-of.ts';
import type { ApprovalRecord, ApprovalUpdate } from './change-statements.ts';
import { approvalLines } from './decision-lines.ts';
import { externalEndedEffect } from './effects.ts';
import { type ApprovalSubjectKind, endOf } from './subject.ts';

export type ExternalRequest = typeof externalRequest.$inferSelect;

/** Business of another system as subject of an approval: its end is sent to the enterprise's webhooks. */
export const reviewableExternal: ApprovalSubjectKind = {
  subject: 'EXTERNAL',
  async open(context, requestId) {
    const [found] = await context.db
      .select({ request: externalRequest, facts: approval.facts })
      .from(externalRequest)
      .innerJoin(approval, and(eq(approval.subject, 'EXTERNAL'), eq(approval.subjectId, externalRequest.id)))
      .where(eq(externalRequest.id, requestId));
    if (!found) throw new AppError('NOT_FOUND');
    const { request } = found;
    const facts = externalFacts(found.facts);
    return {
      // From what approvers are shown, not as it was stored: the row of the approval could say something else by now.
      digest: await digestOfExternal(facts),
      async write(change) {
        const { row, changed, more } = change;
        const lines = await appendTrail(context, row.id, await approvalLines(context, change));
        await commit(
          context,
          [
            ...changed.guards,
            lines.guard,
            sql`select 1 from ${externalRequest} where ${externalRequest.id} = ${request.id} and ${externalRequest.digest} = ${request.digest}`,
          ],
          [
            ...changed.statements,
            ...lines.statements,
            ...endStatements(context, row, request, changed),
            ...more,
          ],
        );
      },
    };
  },
};

/** Who asks: an API key, which stays itself when it is rotated or has another holder, or a person. */
export const callerOf = ({ key, accountId }: Pick<Actor, 'key' | 'accountId'>): string =>
  key ? `key:${key.id}` : `person:${accountId}`;

/** The facts of an approval of another system's business. */
export function externalFacts(facts: SubjectFacts): ExternalFacts {
  if (!('businessId' in facts)) throw new Error('not business of another system');
  return facts;
}

/** The first line of the approval's trail: which system asked for what. */
export const requestLine = (facts: ExternalFacts, digest: string, { entName }: { entName: string }) => ({
  event: 'SENT_FOR_REVIEW' as const,
  operator: facts.system,
  agent: entName,
  remark: facts.businessName,
  evidence: { approved: digest, business: facts.businessId },
});

/** Statements for the end of an external approval; none while it goes on. */
export function endStatements(
  context: Context,
  row: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'digest' | 'version'>,
  request: Pick<ExternalRequest, 'id' | 'businessId'>,
  { news }: Pick<ApprovalUpdate, 'news'>,
): Statement[] {
  const end = endOf(news);
  if (!end) return [];
  const { enterpriseId, digest } = row;
  return [
    context.db.update(externalRequest).set({ running: false }).where(eq(externalRequest.id, request.id)),
    enqueue(context, `external:${row.id}`, externalEndedEffect, {
      enterpriseId,
      approvalId: row.id,
      businessId: request.businessId,
      state: end.state,
      digest,
      version: row.version + 1,
      at: context.now,
    }),
  ];
}
