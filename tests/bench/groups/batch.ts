/**
 * A batch of one file: its rows checked as the browser and the Worker do, and the tasks that are made of them a second,
 * alone and while four others sign.
 */
import { batchColumns, checkRows } from '#core/batch/batch.ts';
import { readBatch, sendBatch } from '#core/batch/calls.ts';
import { LIMITS } from '#core/config/limits.ts';
import { sendTask, sentPlan } from '#core/task/calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import type { ApiClient } from '#tests/client.ts';
import { enterpriseSigner, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { batchOf, persons } from '../../fixtures/batches.ts';
import { B, memberOf, USER_B, withBenchProduct } from '../bench-product.ts';
import { type BenchReport, timed } from '../row.ts';

export const name = 'batch';

const SENT_ROWS = 200;
const SIGN_AT_ONCE = 4;
/** More than are signed while the rows are sent. */
const TO_SIGN = 200;

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

    const alone = await sendRows(sender);
    report({ ...row, name: 'tasks made of rows', unit: 'a second', ours: SENT_ROWS / alone });

    const signer = await memberOf(product, 'B');
    const waiting = await tasksToSign(sender);
    const signing = signUntilStopped(signer, waiting);
    const beside = await sendRows(sender);
    const signed = await signing.stop();
    const title = `tasks made of rows while ${SIGN_AT_ONCE} sign (at least 20)`;
    report({ ...row, name: title, unit: 'a second', ours: SENT_ROWS / beside });
    report({ ...row, name: 'signed by them meanwhile', unit: 'a second', ours: signed / beside });
  });
}

/** Seconds that the rows of a batch take, from its submission until the last task is there. */
async function sendRows(sender: ApiClient): Promise<number> {
  const batch = await batchOf(sender, persons(SENT_ROWS));
  const began = performance.now();
  const { batchId } = await sender.call(sendBatch, batch);
  while ((await sender.call(readBatch, { batchId })).endTime === null)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - began) / 1000;
}

/** Tasks that wait for the other enterprise. */
async function tasksToSign(sender: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < TO_SIGN) {
    const some = Array.from({ length: 10 }, async () => {
      const plan = await taskToSend(sender, [enterpriseSigner(B, USER_B)]);
      return (await sender.call(sendTask, plan)).planId;
    });
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

/** Signs the tasks, four at a time, until it is stopped; throws if there are none left by then. */
function signUntilStopped(signer: ApiClient, waiting: string[]): { stop: () => Promise<number> } {
  let stopped = false;
  let signed = 0;
  const one = async () => {
    while (!stopped) {
      const taskId = waiting.pop();
      if (!taskId) throw new Error('signed all of them before the rows were sent');
      await sign(signer, taskId);
      if (!stopped) signed += 1;
    }
  };
  const all = Promise.all(Array.from({ length: SIGN_AT_ONCE }, one));
  // judged when it is stopped
  all.catch(() => undefined);
  return {
    stop: async () => {
      stopped = true;
      const count = signed;
      await all;
      return count;
    },
  };
}
