import { sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { draft } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { ResolvedParty, SendingPart } from '#edge/sending/sending-part.ts';
import { resolveParties } from './parties.ts';
import { noneSuspended, refuseSuspended } from './suspended-enterprises.ts';

/** The draft that the task is made from: it is sent once, and by its owner. */
export const draftPart: SendingPart = (_, { actor, db, now }) => ({
  of: ({ draftId: id, taskName }) => ({
    write: () => ({
      guards: [
        sql`select 1 where not exists (select 1 from ${draft} where ${draft.id} = ${id} and (${draft.ownerKey} <> ${actor.ownerKey} or ${draft.closedAt} is not null))`,
      ],
      statements: [
        db
          .insert(draft)
          .values({
            id,
            ownerKey: actor.ownerKey,
            creatorId: actor.accountId,
            creatorName: actor.name,
            taskName,
            savedAt: now,
            closedAt: now,
          })
          .onConflictDoUpdate({ target: draft.id, set: { closedAt: now } }),
      ],
    }),
  }),
});

/** The enterprises that are to sign: each may act. */
export const enterprisesPart: SendingPart = (_, context) => ({
  of: () => {
    let owners: string[] = [];
    return {
      checkParties: (signers) => {
        owners = signers.map(({ ownerKey }) => ownerKey);
        return refuseSuspended(context, owners);
      },
      write: () => ({ guards: [noneSuspended(owners)], explain: () => refuseSuspended(context, owners) }),
    };
  },
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
