import { eq, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { externalRequest } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { ApprovalRecord, Changed } from './change-statements.ts';
import { externalEndedEffect } from './effects.ts';
import { type ApprovalSubjectKind, endOf } from './subject.ts';

export type ExternalRequest = typeof externalRequest.$inferSelect;

/** Business of another system as subject of an approval: its end is sent to the enterprise's webhooks. */
export const reviewableExternal: ApprovalSubjectKind = {
  subject: 'EXTERNAL',
  async open(context, requestId) {
    const [request] = await context.db
      .select()
      .from(externalRequest)
      .where(eq(externalRequest.id, requestId));
    if (!request) throw new AppError('NOT_FOUND');
    return {
      digest: request.digest,
      write: async ({ row, changed, more }) =>
        commit(
          context,
          [
            ...changed.guards,
            sql`select 1 from ${externalRequest} where ${externalRequest.id} = ${request.id} and ${externalRequest.digest} = ${request.digest}`,
          ],
          [...changed.statements, ...endStatements(context, row, request, changed), ...more],
        ),
    };
  },
};

/** Statements for the end of an external approval; none while it goes on. */
export function endStatements(
  context: Context,
  row: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'digest' | 'version'>,
  request: Pick<ExternalRequest, 'id' | 'businessId'>,
  { news }: Pick<Changed, 'news'>,
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
