import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskMobile } from '#core/identity/mask.ts';
import type * as calls from '#core/task/change-calls.ts';
import { account, member, seal, sealGrant } from '#db/schema/index.ts';
import { membersNamed } from '#edge/company/members-named.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { operatorOf } from './advance-task.ts';
import { reviewTask } from './freeze-tasks.ts';
import { moveTurns } from './move-turns.ts';
import { isOwnSigner, readTask, type TaskWithParties } from './read-task.ts';

type Lack = OutputOf<typeof calls.listSuccessors>['records'][number]['lacks'];

/** The actor's current turn for the enterprise, which can be handed over. Throws the reason if there is none. */
function ownTurnToHand({ task, signers }: TaskWithParties, context: SignedInContext): SignerRow {
  const { actor, now } = context;
  const mine = signers.find((s) => isOwnSigner(actor, s) && s.state === 'SIGNING');
  if (task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
  if (task.state !== 'IN_PROGRESS' && task.state !== 'FROZEN') throw new AppError('TASK_CLOSED');
  if (mine?.type !== 'ENTERPRISE') throw new AppError('NOT_YOUR_TURN');
  if (task.deadline <= now) throw new AppError('DEADLINE_PASSED');
  return mine;
}

/** Whether a placement of the signer requires a seal of the enterprise. */
const needsSeal = ({ placements }: TaskWithParties, { id }: SignerRow): boolean =>
  placements.some(({ signerId, kind }) => signerId === id && (kind === 'ENT_SEAL' || kind === 'CROSS_PAGE'));

/**
 * Why a member cannot take over a turn: already a signer of the task, no verified name, or no seal; null if they can.
 */
function lackOf(
  contract: TaskWithParties,
  mine: SignerRow,
  one: { id: string; auth: string; stamps: number },
): Lack {
  if (contract.signers.some((s) => s.ownerKey === mine.ownerKey && s.accountId === one.id))
    return 'ALREADY_SIGNER';
  if (one.auth !== 'AUTH') return 'REAL_NAME';
  return needsSeal(contract, mine) && !one.stamps ? 'SEAL' : null;
}

/** Query parts: members with an enabled account, and whether each is authorised to use a seal of the enterprise. */
const candidates = ({ actor }: SignedInContext) => ({
  where: and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt), eq(account.status, 'ENABLE')),
  stamps: sql<number>`exists (select 1 from ${sealGrant} inner join ${seal} on ${seal.id} = ${sealGrant.sealId}
    where ${sealGrant.accountId} = ${account.id} and ${seal.ownerKey} = ${actor.ownerKey}
    and ${seal.deletedAt} is null and ${seal.category} in ('ENTERPRISE', 'DEPARTMENT', 'GENERAL'))`,
});

/** Colleagues in the order they joined, each with the reason why they cannot take over. */
export async function listSuccessors(
  { planId: taskId, userName, current, size }: ParsedInputOf<typeof calls.listSuccessors>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listSuccessors>> {
  const { db, keys, actor } = context;
  const contract = await readTask(context, taskId);
  const mine = ownTurnToHand(contract, context);
  const { where: all, stamps } = candidates(context);
  const from = (current - 1) * size;
  const named = userName
    ? await membersNamed(context, actor.entId, userName, eq(account.status, 'ENABLE'))
    : null;
  const where = named ? inArray(member.id, [...named.slice(from, from + size), '']) : all;
  const [rows, [total]] = await db.batch([
    db
      .select({ ...REAL_NAME, mobile: account.mobileSealed, auth: account.personalAuthStatus, stamps })
      .from(member)
      .innerJoin(account, eq(account.id, member.accountId))
      .where(where)
      .orderBy(asc(member.joinedAt), asc(member.id))
      .limit(size)
      .offset(named ? 0 : from),
    db.select({ n: count() }).from(member).innerJoin(account, eq(account.id, member.accountId)).where(where),
  ]);
  const records = await Promise.all(
    rows.map(async ({ mobile, auth, stamps: held, ...row }) => ({
      userId: row.id,
      userName: await openRealName(context, row),
      mobile: mobile === '' ? '' : maskMobile(await keys.openField(mobile, `mobile:${row.id}`)),
      lacks: lackOf(contract, mine, { id: row.id, auth, stamps: held }),
    })),
  );
  return { records, total: named?.length ?? total?.n ?? 0, current, size };
}

/**
 * Hands the turn over to a colleague: the party and its placements remain, the operator changes. Recorded in the trail;
 * parties are notified. A task frozen because the former operator could not stamp is thawed if the new one can.
 */
export async function handOverTurn(
  { planId: taskId, userId, reason }: ParsedInputOf<typeof calls.handOverTurn>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  await withRetry(async () => {
    const contract = await readTask(context, taskId);
    const mine = ownTurnToHand(contract, context);
    const { where, stamps } = candidates(context);
    const [found] = await db
      .select({ account, stamps })
      .from(member)
      .innerJoin(account, eq(account.id, member.accountId))
      .where(and(where, eq(account.id, userId)));
    if (!found) throw new AppError('NOT_FOUND');
    const { personalAuthStatus: auth } = found.account;
    const lacks = lackOf(contract, mine, { id: userId, auth, stamps: found.stamps });
    if (lacks) throw new AppError(`SUCCESSOR_${lacks}`);
    await moveTurns(context, contract, [mine], found.account, {
      by: operatorOf(actor),
      reason,
      answer: context.remember(null),
    });
  });
  await reviewTask(context, taskId);
  return null;
}
