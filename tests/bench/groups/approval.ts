/** 200 alike contracts of one batch, approved as the page does it: calls of 25, one after the other. */
import { listApprovals, passApprovals } from '#core/approval/calls.ts';
import { listStaff } from '#core/approval/flow-calls.ts';
import { readBatch, sendBatch } from '#core/batch/calls.ts';
import { LIMITS } from '#core/config/limits.ts';
import { enableFlow, flowOf, node } from '../../fixtures/approvals.ts';
import { batchOf, persons } from '../../fixtures/batches.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import type { BenchReport } from '../row.ts';

export const name = 'approval';

const CONTRACTS = 200;
const PER_CALL = 25;

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const sender = await memberOf(product, 'A');
    const { staff } = await sender.call(listStaff, {});
    const self = sender.session!.userId;
    // The administrator may approve their own, so that one session is enough.
    const own = staff.find(({ accountId }) => accountId === self)!;
    await enableFlow(sender, flowOf([node([own.accountId], { ownAllowed: true })]));
    const { batchId } = await sender.call(
      sendBatch,
      await batchOf(sender, persons(Math.min(CONTRACTS, LIMITS.rowsPerImport))),
    );
    while ((await sender.call(readBatch, { batchId })).endTime === null)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const rows = [];
    for (let current = 1; rows.length < CONTRACTS; current++) {
      const { records } = await sender.call(listApprovals, { box: 'toDecide', size: 50, current });
      if (records.length === 0) throw new Error(`only ${rows.length} contracts wait for approval`);
      rows.push(...records);
    }
    const began = performance.now();
    for (let from = 0; from < rows.length; from += PER_CALL) {
      const approvals = rows
        .slice(from, from + PER_CALL)
        .map(({ approvalId, digest }) => ({ approvalId, digest }));
      const { results } = await sender.call(passApprovals, { approvals, words: '同意' });
      const failed = results.find(({ passed }) => !passed);
      if (failed) throw new Error(failed.message);
    }
    report({
      name: `${rows.length} contracts approved`,
      unit: 'ms',
      ours: performance.now() - began,
      peer: null,
      theirs: null,
    });
  });
}
