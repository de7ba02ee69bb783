import { type BatchSetup, planOfRow } from '#core/batch/batch.ts';
import type { sendBatch as call } from '#core/batch/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { resolveApprovalOf } from '#edge/approval/sending-part.ts';
import { checkAutomatic } from '#edge/autosign/sending-part.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { resolveParties } from '#edge/task/parties.ts';
import { refuseUnregistered } from '#edge/task/sending-parts.ts';
import { refuseSuspended } from '#edge/task/suspended-enterprises.ts';
import { unsafeContractAmounts } from '#edge/template/contract-amounts.ts';

/**
 * Refuses a batch at once for what each of its rows would be refused for when it is sent: automatic signatures that the
 * sender, or their API key, may not ask for, parties of all rows that cannot sign, and flows that are not offered. What rows
 * bring themselves is reported in them. Throws the errors of `sendTask`.
 */
export async function refuseShared(
  setup: BatchSetup,
  row: ParsedInputOf<typeof call>['rows'][number],
  context: SignedInContext,
): Promise<void> {
  const plan = planOfRow(setup, row);
  const parties = await resolveParties(context, plan.signers);
  await checkAutomatic(plan, context, parties);
  const isFixed = (i: number) => !setup.varying.includes(plan.signers[i]!.signerId);
  if (plan.signFlow === 'FREE')
    refuseUnregistered(
      plan.signers.filter((_, i) => isFixed(i)),
      parties.filter((_, i) => isFixed(i)),
    );
  await refuseSuspended(
    context,
    parties.map(({ ownerKey }, i) => (isFixed(i) ? ownerKey : '')),
  );
  const amounts = () => unsafeContractAmounts(context, plan.contractAmount, []);
  await resolveApprovalOf(plan, context, { signers: parties, amounts });
}
