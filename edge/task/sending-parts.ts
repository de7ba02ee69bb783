import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { draft } from '#db/schema/index.ts';
import { refuseWithoutCopies, warnOfFew } from '#edge/copies/balance.ts';
import { hasCopies } from '#edge/copies/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type CheckedSource, refuseDisabled, stillEnabled } from '#edge/template/check-sources.ts';
import { noneHeld, refuseHeld } from './held-enterprises.ts';
import { type ResolvedParty, resolveParties } from './parties.ts';

/** What one matter adds to the transaction that sends a task. */
export interface SendingPart {
  /** What must still hold when the task is written. */
  guards: readonly SQL[];
  statements?: readonly Statement[];
  /** After a guard failed: throws the reason, if it lies in this matter. */
  explain?: () => Promise<unknown>;
}

/** The quota that sending reserves from ([3.17]); warns the administrators of the last ones. `left`: before this task. */
export const quotaPart = async (context: SignedInContext, left: number): Promise<SendingPart> => ({
  guards: [hasCopies(context.actor.entId, context.now)],
  statements: await warnOfFew(context, context.actor.entId, left),
  explain: () => refuseWithoutCopies(context, context.actor.entId),
});

/** The draft that the task is made from: it is sent once, and by its owner. */
export const draftPart = (plan: Plan, { actor, db, now }: SignedInContext): SendingPart => ({
  guards: [
    sql`select 1 where not exists (select 1 from ${draft} where ${draft.id} = ${plan.draftId} and (${draft.ownerKey} <> ${actor.ownerKey} or ${draft.closedAt} is not null))`,
  ],
  statements: [
    db
      .insert(draft)
      .values({
        id: plan.draftId,
        ownerKey: actor.ownerKey,
        creatorId: actor.accountId,
        creatorName: actor.name,
        taskName: plan.taskName,
        savedAt: now,
        closedAt: now,
      })
      .onConflictDoUpdate({ target: draft.id, set: { closedAt: now } }),
  ],
});

/** The enterprises that are to sign: each may act. Throws the reason if one may not. */
export async function enterprisesPart(
  context: SignedInContext,
  parties: readonly ResolvedParty[],
): Promise<SendingPart> {
  const owners = parties.map(({ ownerKey }) => ownerKey);
  await refuseHeld(context, owners);
  return { guards: [noneHeld(owners)], explain: () => refuseHeld(context, owners) };
}

/** The templates that documents were made from: each is still enabled. */
export const templatesPart = (
  context: SignedInContext,
  sources: ReadonlyMap<string, CheckedSource>,
): SendingPart => ({
  guards: stillEnabled(sources),
  explain: () => refuseDisabled(context, sources),
});

/** With free placement all signers and their enterprises must be registered. Throws FREE_FLOW_UNREGISTERED. */
export function refuseUnregistered(signers: Plan['signers'], parties: readonly ResolvedParty[]): void {
  const unknown = parties.findIndex(({ ownerKey, accountId }) => ownerKey === '' || accountId === '');
  const signer = signers[unknown];
  if (signer) throw new AppError('FREE_FLOW_UNREGISTERED', { name: signer.userName });
}

/** The signers of a plan. Throws FREE_FLOW_UNREGISTERED, SIGNER_TWICE. */
export async function resolveSigners(plan: Plan, context: SignedInContext): Promise<ResolvedParty[]> {
  const parties = await resolveParties(context, plan.signers);
  if (plan.signFlow === 'FREE') refuseUnregistered(plan.signers, parties);
  refuseTwice(parties);
  return parties;
}

/** Signers that turn out to be one, such as an enterprise by its id and by its name. Throws SIGNER_TWICE. */
function refuseTwice(parties: readonly ResolvedParty[]): void {
  const keys = parties.map(({ ownerKey, entKey, mobileIndex }) => `${ownerKey || entKey}|${mobileIndex}`);
  const at = keys.findIndex((key, i) => keys.indexOf(key) < i);
  const twice = parties[at];
  if (!twice) return;
  const [part, name] = twice.entName ? ['entName', twice.entName] : ['mobile', twice.mobile];
  throw new AppError('SIGNER_TWICE', { name }, planPathToWire(`signers.${at}.${part}`));
}
