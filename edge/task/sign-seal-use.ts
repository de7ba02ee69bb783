import type * as calls from '#core/approval/seal-calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import { openUseValues, unsafeReadSealUse } from '#edge/approval/seal-uses.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { signWith } from '#edge/signing/sign-here.ts';
import { beginUkey } from '#edge/signing/sign-with-ukey.ts';
import type { Signable } from '#edge/signing/signable.ts';
import { unsafeReadTask } from './read-task.ts';
import { isOpenUse } from './review-seal-use.ts';
import { subjectOfSigner } from './sign-task.ts';

type Answer = Omit<OutputOf<typeof calls.stampSealUse>, 'steps'>;

/**
 * Signing of an approved seal use by a holder of all the seals: placements and contents are those that were approved.
 * The enterprise is the signer, and the trail names the holder.
 */
export const signableSealUse: Signable<null, Answer> = {
  kind: 'SEAL_USE',
  async open(context, useId) {
    const { actor, now } = context;
    const use = await unsafeReadSealUse(context, useId);
    if (use.enterpriseId !== actor.entId) throw new AppError('NOT_FOUND');
    if (use.state !== 'TO_STAMP' || !use.byHolder) throw new AppError('SEAL_USE_CLOSED');
    const contract = await unsafeReadTask(context, use.taskId);
    if (!isOpenUse(contract, use, now)) throw new AppError('SEAL_USE_CLOSED');
    if (contract.task.state === 'FROZEN') throw new AppError('TASK_FROZEN');
    requireVerifiedName(context);
    const signer = contract.signers.find(({ id }) => id === use.signerId)!;
    const fillings = [...use.fillings, ...(await openUseValues(context, use))];
    return {
      ...subjectOfSigner(context, contract, signer, { fillings: () => fillings, by: actor.name }),
      sealUseId: use.id,
    };
  },
};

/**
 * Signs with one proof of willingness. Throws SEAL_USE_CLOSED, SEAL_NOT_AUTHORIZED if the actor lacks one of the seals.
 */
export const stampSealUse = (
  { useId, seen, consent }: ParsedInputOf<typeof calls.stampSealUse>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.stampSealUse>> =>
  signWith(context, signableSealUse, { id: useId, seen, input: null }, consent);

/** The same with a UKey; continued by `continueUkey` of edge/signing. */
export const beginSealUseUkey = (
  { useId, seen, ukeySerial }: ParsedInputOf<typeof calls.beginSealUseUkey>,
  context: SignedInContext,
): Promise<UkeySigningState> =>
  beginUkey(context, signableSealUse, { id: useId, seen, input: null }, ukeySerial);
