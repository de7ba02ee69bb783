import { and, eq, isNull, sql } from 'drizzle-orm';
import type {
  changeKey as changeCall,
  revokeKey as revokeCall,
  rotateKey as rotateCall,
  takeOverKey as takeOverCall,
} from '#core/apikey/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { CompanyRecord } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { apiKey } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { drawKey } from './make-api-key.ts';

const HOUR = 3_600_000;
type Row = typeof apiKey.$inferSelect;

/** Changes a key of the enterprise that is not revoked. Throws NOT_FOUND, or CONFLICT where somebody else was quicker. */
async function change(
  context: SignedInContext,
  keyId: string,
  record: CompanyRecord,
  changes: (row: Row) => Partial<Row> | Promise<Partial<Row>>,
  proofs: readonly OneTimeProof[] = [],
): Promise<void> {
  const { db, actor } = context;
  const own = and(eq(apiKey.id, keyId), eq(apiKey.enterpriseId, actor.entId), isNull(apiKey.revokedAt));
  const [row] = await db.select().from(apiKey).where(own);
  if (!row) throw new AppError('NOT_FOUND');
  await commitSpending(
    context,
    proofs,
    [sql`select 1 from ${apiKey} where ${own} and ${apiKey.keyHash} = ${row.keyHash}`],
    [
      db
        .update(apiKey)
        .set(await changes(row))
        .where(own),
      recordCompany(context, actor.entId, record, {
        operatorId: actor.accountId,
        subjectId: row.holderId,
        remark: row.name,
      }),
    ],
  ).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('CONFLICT') : error;
  });
}

export async function changeKey(
  { keyId, ...limits }: ParsedInputOf<typeof changeCall>,
  context: SignedInContext,
): Promise<null> {
  await change(context, keyId, 'API_KEY_CHANGED', () => limits);
  return null;
}

/**
 * Replaces the key, after a second proof as for a new one. The one before stays good for `keepHours`, but never past its
 * own end; none before that one does.
 */
export async function rotateKey(
  { keyId, days, keepHours, proof }: ParsedInputOf<typeof rotateCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof rotateCall>> {
  const proofs = await judgeSecondProof(context, proof, 'MAKE_API_KEY');
  let shown = '';
  const replaced = async (row: Row) => {
    // The prefix stays: it finds the row for both keys.
    const { key, keyHash, expiresAt } = await drawKey(row.prefix, context.now, days);
    shown = key;
    const formerUntil = Math.min(row.expiresAt, context.now + keepHours * HOUR);
    return {
      keyHash,
      expiresAt,
      ...(keepHours > 0 ? { formerHash: row.keyHash, formerUntil } : { formerHash: '', formerUntil: null }),
    };
  };
  await change(context, keyId, 'API_KEY_ROTATED', replaced, proofs);
  return { keyId, key: shown };
}

/** Lets a key act in the caller's name: for a key whose holder left, or no longer administers the enterprise. */
export async function takeOverKey(
  { keyId }: ParsedInputOf<typeof takeOverCall>,
  context: SignedInContext,
): Promise<null> {
  await change(context, keyId, 'API_KEY_TAKEN_OVER', () => ({ holderId: context.actor.accountId }));
  return null;
}

/** Ends a key at once, and the one before it. */
export async function revokeKey(
  { keyId }: ParsedInputOf<typeof revokeCall>,
  context: SignedInContext,
): Promise<null> {
  await change(context, keyId, 'API_KEY_REVOKED', () => ({ revokedAt: context.now }));
  return null;
}
