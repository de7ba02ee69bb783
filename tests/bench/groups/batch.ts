/** A batch of one file: its rows checked as the browser and the Worker do, and the tasks that are made of them a second. */
import { batchColumns, checkRows } from '#core/batch/batch.ts';
import { readBatch, sendBatch } from '#core/batch/calls.ts';
import { LIMITS } from '#core/config/limits.ts';
import { sentPlan } from '#core/task/calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import { batchOf, persons } from '../../fixtures/batches.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import { type BenchReport, timed } from '../row.ts';

export const name = 'batch';

const SENT_ROWS = 200;

export async function run(report: BenchReport): Promise<void> {
  const row = { peer: null, theirs: null };
  await withBenchProduct(async (product) => {
    const sender = await memberOf(product, 'A');
    const many = await batchOf(sender, persons(LIMITS.rowsPerImport));
    const setup = {
      plan: planFromWire(sentPlan.parse(many.plan)),
      varying: many.varying,
      casts: {},
      registeredOnly: false,
    };
    const columns = batchColumns(setup, new Map());
    const checked = await timed(async () => checkRows(setup, columns, many.rows), { rounds: 5, warmUp: 1 });
    report({ ...row, name: `${LIMITS.rowsPerImport} rows checked`, unit: 'ms', ours: checked });

    const batch = await batchOf(sender, persons(SENT_ROWS));
    const began = performance.now();
    const { batchId } = await sender.call(sendBatch, batch);
    while ((await sender.call(readBatch, { batchId })).endTime === null)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const seconds = (performance.now() - began) / 1000;
    report({ ...row, name: 'tasks made of rows', unit: 'a second', ours: SENT_ROWS / seconds });
  });
}
