import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { SEAL_MACHINE, type SealEvent, type SealRecord } from '#core/seal/states.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { readSealToEdit, readSealToManage, stateOf } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';
import { holdersOf, revokeSealStatements, sealsChanged } from './void-seals.ts';

const RECORDS: Record<SealEvent, SealRecord> = { enable: 'ENABLED', disable: 'DISABLED', delete: 'DELETED' };

/**
 * Enables, disables or deletes a seal ([4.4d-f]). The row of a deleted seal remains for its history but is never found.
 * Running tasks can no longer be stamped with it, because the transaction that writes a signature checks the seal again,
 * and its certificate is revoked.
 */
export function switchSeal(event: SealEvent) {
  return (input: { stampId: string }, context: SignedInContext): Promise<null> =>
    withRetry(async () => {
      const read = event === 'delete' ? readSealToManage : readSealToEdit;
      const { row } = await read(context, input.stampId);
      const to = next(SEAL_MACHINE, stateOf(row), event);
      // Idempotent: the seal is enabled already.
      if (to === null && event !== 'delete') return null;
      if (to === null) throw new AppError('CONFLICT');
      const set = to === 'DELETED' ? { deletedAt: context.now } : { enabled: to === 'ENABLED' };
      await changeSeal(context, row, set, [
        ...(to === 'DELETED' ? revokeSealStatements(context, row, 'cessationOfOperation') : []),
        ...(to === 'DELETED' ? sealsChanged(context, row.ownerKey, await holdersOf(context, [row.id])) : []),
        recordOf(context, row.id, RECORDS[event], operatorOf(context), { remark: row.name }),
      ]);
      return null;
    });
}
