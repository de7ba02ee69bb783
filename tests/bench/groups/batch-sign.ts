/** A hundred tasks signed with one consent: how many a second, from the press of the button to the last of them. */
import { LIMITS } from '#core/config/limits.ts';
import { confirmBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import {
  ADMIN_B,
  COMPANY_B,
  enterpriseSigner,
  fillingsFor,
  seenIn,
  taskToSend,
} from '../../fixtures/contracts.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import type { BenchReport } from '../row.ts';

export const name = 'batch-sign';

/** As the page asks: tasks of one call, and calls at the same time. */
const AT_ONCE = 4;
const LANES = 2;

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const [sender, client] = [await memberOf(product, 'A'), await memberOf(product, 'B')];
    const model = await taskToSend(sender, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const tasks: string[] = [];
    while (tasks.length < LIMITS.batchTasks)
      tasks.push((await sender.call(sendTask, { ...model, draftId: `batchsign${tasks.length}` })).planId);
    const seen = [];
    for (const taskId of tasks) seen.push(await shown(client, taskId));
    const password = await client.seal(DEMO.signPassword);

    const began = performance.now();
    const { batchId } = await client.call(openBatch, { tasks: seen });
    await client.call(confirmBatch, { batchId, consent: { method: 'PASSWORD', password } });
    const left = [...tasks];
    let signed = 0;
    const lane = async () => {
      for (let some = left.splice(0, AT_ONCE); some.length > 0; some = left.splice(0, AT_ONCE))
        for (const { state } of await client.call(signBatch, { batchId, planIds: some }))
          if (state === 'SUCCESS') signed++;
          else throw new Error(`a task of the batch is ${state}`);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const seconds = (performance.now() - began) / 1000;
    if (signed !== tasks.length) throw new Error(`${signed} of ${tasks.length} were signed`);
    report({
      name: `${tasks.length} tasks signed with one consent (at least 15)`,
      unit: 'a second',
      ours: signed / seconds,
      peer: null,
      theirs: null,
    });
  });
}

/** A task as the page shows it, with the company's seal at its place. */
const shown = async (client: Awaited<ReturnType<typeof memberOf>>, taskId: string) => ({
  planId: taskId,
  seen: await seenIn(client, taskId),
  fillings: (await fillingsFor(client, taskId)).map(({ placementId, sealId = '' }) => ({
    placementId,
    sealId,
  })),
});
