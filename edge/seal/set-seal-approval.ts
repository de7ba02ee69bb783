import type { ParsedInputOf } from '#core/call.ts';
import type { setSealApproval as call } from '#core/seal/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { readSealToManage } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';

/** Sets whether each use of a seal needs an approval. Reserved to seal managers; the grant EDITABLE is not enough. */
export const setSealApproval = (
  { stampId, needed }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> =>
  withRetry(async () => {
    const { row } = await readSealToManage(context, stampId);
    if (row.needsApproval === needed) return null;
    const record = needed ? 'APPROVAL_NEEDED' : 'APPROVAL_DROPPED';
    await changeSeal(context, row, { needsApproval: needed }, [
      recordOf(context, row.id, record, operatorOf(context), { remark: row.name }),
    ]);
    return null;
  });
