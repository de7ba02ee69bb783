import { and, eq, inArray } from 'drizzle-orm';
import { approval, approvalPart } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { ApprovalRecord } from './change-statements.ts';

/** Statements that replace the people who may stamp an approved use of seals. */
export function writeStampers(
  { db }: Pick<Context, 'db'>,
  { id: approvalId, enterpriseId, createdAt }: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'createdAt'>,
  accounts: readonly string[],
): Statement[] {
  const of = and(eq(approvalPart.approvalId, approvalId), eq(approvalPart.part, 'TO_STAMP'));
  return [
    db.delete(approvalPart).where(of),
    ...[...new Set(accounts)].map((accountId) =>
      db
        .insert(approvalPart)
        .values({ approvalId, enterpriseId, createdAt, accountId, part: 'TO_STAMP' as const })
        .onConflictDoNothing(),
    ),
  ];
}

/** Statement after which nobody is expected to stamp a use of seals any more. */
export const forgetStampers = ({ db }: Pick<Context, 'db'>, useId: string): Statement =>
  db.delete(approvalPart).where(
    and(
      eq(approvalPart.part, 'TO_STAMP'),
      inArray(
        approvalPart.approvalId,
        db
          .select({ id: approval.id })
          .from(approval)
          .where(and(eq(approval.subject, 'SEAL'), eq(approval.subjectId, useId))),
      ),
    ),
  );
