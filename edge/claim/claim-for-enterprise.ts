import { nameKey } from '#core/identity/compare-names.ts';
import { isCreditCode } from '#core/validate/credit-code.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { type Changes, changeParties, type PartyChange } from './change-parties.ts';
import { tellClaim } from './tell-claims.ts';
import { countParties, ofEnterprise, readParties, TASKS_AT_ONCE } from './waiting-parties.ts';

interface VerifiedEnterprise {
  id: string;
  name: string;
  creditCode: string;
}

/** What names an enterprise in a plan: its name, or its credit code. In the form for comparing. */
export const keysOfEnterprise = ({ name, creditCode }: Omit<VerifiedEnterprise, 'id'>): string[] =>
  [nameKey(name), nameKey(creditCode)].filter(Boolean);

/**
 * What an enterprise takes over when it is verified: every task that names it. For the transaction of the verification, as
 * `claimForPerson`. The operator that the sender named signs for it once they are its member; they are written to, unless
 * they are `presentId`, who had the enterprise verified just now and is led on by the page.
 */
export async function claimForEnterprise(
  context: Context,
  ent: VerifiedEnterprise,
  presentId = '',
): Promise<Changes> {
  const condition = ofEnterprise(keysOfEnterprise(ent));
  const { count, guard } = await countParties(context, condition);
  if (count === 0) return { guards: [guard], statements: [] };
  const parties = await readParties(context, condition);
  const changes = parties.map(
    (party): PartyChange => ({
      party,
      ownerKey: enterpriseKey(ent.id),
      accountId: party.accountId,
      claimedAt: context.now,
      // While its approval runs, what was approved is not rewritten.
      ...(party.task.state !== 'REVIEWING' && isCreditCode(party.entName) ? { entName: ent.name } : {}),
    }),
  );
  const changed = await changeParties(
    context,
    changes,
    ({ party }) => ({ event: 'CLAIMED', operator: 'Signet', agent: party.entName }),
    parties.length >= TASKS_AT_ONCE ? { entId: ent.id } : {},
  );
  return {
    guards: [guard, ...changed.guards],
    statements: [
      ...changed.statements,
      ...changes.flatMap((change) => tellClaim(context, change, change.accountId !== presentId)),
    ],
  };
}
