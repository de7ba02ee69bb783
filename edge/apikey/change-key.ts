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
import { namesOf } from '#edge/company/people.ts';
import { findMembership } from '#edge/company/read-company.ts';
import { recordCompany, tellPerson } from '#edge/company/records.ts';
import { tellAdministrators } from '#edge/company/tell-administrators.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { drawKey } from './make-api-key.ts';

const HOUR = 3_600_000;
type Row = typeof apiKey.$inferSelect;

/** Who may make a change: the key's holder alone, or every administrator. */
type Who = 'holder' | 'administrators';

interface Change {
  who: Who;
  record: CompanyRecord;
  changes: (row: Row) => Partial<Row> | Promise<Partial<Row>>;
  /** Judges a second proof of who makes it, once it is known that they may. */
  prove?: () => Promise<readonly OneTimeProof[]>;
  /** What tells people of it. */
  tell?: (row: Row) => Promise<Statement[]>;
}

/**
 * Changes a key of the enterprise that is not revoked. Throws NOT_FOUND, API_KEY_NOT_YOURS for what only the holder may, or
 * CONFLICT where somebody else was quicker.
 */
async function change(
  context: SignedInContext,
  keyId: string,
  { who, record, changes, prove = async () => [], tell = async () => [] }: Change,
): Promise<void> {
  const { db, actor } = context;
  const own = and(eq(apiKey.id, keyId), eq(apiKey.enterpriseId, actor.entId), isNull(apiKey.revokedAt));
  const [row] = await db.select().from(apiKey).where(own);
  if (!row) throw new AppError('NOT_FOUND');
  // What a key does is done in its holder's name: nobody else decides how much that is, or learns a key to it.
  if (who === 'holder' && row.holderId !== actor.accountId) throw new AppError('API_KEY_NOT_YOURS');
  await commitSpending(
    context,
    await prove(),
    [
      sql`select 1 from ${apiKey} where ${own} and ${apiKey.keyHash} = ${row.keyHash} and ${apiKey.holderId} = ${row.holderId}`,
    ],
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
      ...(await tell(row)),
    ],
  ).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('CONFLICT') : error;
  });
}

/** Changes what a key may do, as its holder and after a second proof as for a new one. */
export async function changeKey(
  { keyId, proof, ...limits }: ParsedInputOf<typeof changeCall>,
  context: SignedInContext,
): Promise<null> {
  await change(context, keyId, {
    who: 'holder',
    record: 'API_KEY_CHANGED',
    changes: () => limits,
    prove: () => judgeSecondProof(context, proof, 'MAKE_API_KEY'),
    tell: () => tellAdministrators(context, 'API_KEY_CHANGED', { key: limits.name }),
  });
  return null;
}

/**
 * Replaces the key, as its holder and after a second proof as for a new one. The one before stays good for `keepHours`, but
 * never past its own end; none before that one does.
 */
export async function rotateKey(
  { keyId, days, keepHours, proof }: ParsedInputOf<typeof rotateCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof rotateCall>> {
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
  await change(context, keyId, {
    who: 'holder',
    record: 'API_KEY_ROTATED',
    changes: replaced,
    prove: () => judgeSecondProof(context, proof, 'MAKE_API_KEY'),
    tell: ({ name }) => tellAdministrators(context, 'API_KEY_ROTATED', { key: name }),
  });
  return { keyId, key: shown };
}

/**
 * Lets a key act in the caller's name from now on, after a second proof: for a key whose holder left or no longer administers
 * the enterprise, or one that somebody else is to answer for. The former holder is told, in the enterprise or, where they
 * left it, as themself.
 */
export async function takeOverKey(
  { keyId, proof }: ParsedInputOf<typeof takeOverCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor } = context;
  await change(context, keyId, {
    who: 'administrators',
    record: 'API_KEY_TAKEN_OVER',
    changes: () => ({ holderId: actor.accountId }),
    prove: () => judgeSecondProof(context, proof, 'MAKE_API_KEY'),
    tell: async ({ holderId, name }) => {
      if (holderId === actor.accountId) return [];
      const former = (await namesOf(context, [holderId])).get(holderId) ?? '';
      const names = { key: name, former };
      const others = await tellAdministrators(context, 'API_KEY_TAKEN_OVER', names, { except: [holderId] });
      const entId = (await findMembership(context, actor.entId, holderId)) ? actor.entId : '';
      const params = { name: actor.name, enterprise: actor.entName, ...names };
      return [...others, tellPerson(context, holderId, 'API_KEY_TAKEN_OVER', params, { entId })];
    },
  });
  return null;
}

/** Ends a key at once, and the one before it. */
export async function revokeKey(
  { keyId }: ParsedInputOf<typeof revokeCall>,
  context: SignedInContext,
): Promise<null> {
  await change(context, keyId, {
    who: 'administrators',
    record: 'API_KEY_REVOKED',
    changes: () => ({ revokedAt: context.now }),
  });
  return null;
}
