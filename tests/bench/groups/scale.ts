/**
 * What people and jobs wait for with 10⁶ tasks of one enterprise, 10⁵ people, 10⁴ enterprises and 10⁷ lines of trails
 * (BENCH_SCALE: the number of tasks), beside the same with 10³ tasks in the same run: at most half as much again.
 */
import type { InputOf } from '#core/call.ts';
import { runJobs } from '#core/internal/calls.ts';
import { downloadDocument, getTask, signTask } from '#core/task/calls.ts';
import { countTasks, listTasks } from '#core/task/list-calls.ts';
import { listPartners } from '#core/task/partner-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { Product } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import { fillingsFor, seenIn, sendBetweenCompanies } from '#tests/fixtures/contracts.ts';
import { A, memberOf, withBenchProduct } from '../bench-product.ts';
import { fillScale } from '../fill-scale.ts';
import { FIRST_SENT } from '../fill-tasks.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'scale';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_SCALE ?? 1_000_000);
const ROUNDS = 15;

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    await fillScale(product, 0, FEW);
    const few = await measure(product);
    const began = performance.now();
    await fillScale(product, FEW, MANY);
    report({
      name: `filling ${MANY.toLocaleString('en-US')} tasks with their people, enterprises and trails`,
      unit: 's',
      ours: (performance.now() - began) / 1_000,
      peer: null,
      theirs: null,
    });
    const many = await measure(product);
    for (const [what, ours] of many)
      report({ name: what, unit: 'ms', ours, peer: `with ${FEW} tasks`, theirs: few.get(what) ?? null });
  });
}

const LISTS: readonly [string, InputOf<typeof listTasks>][] = [
  ['list of sent tasks', { box: 'startWithMe' }],
  ['list of all', { box: 'all' }],
  ['last page of the sent ones', { box: 'startWithMe', current: 50, dataRange: 'ALL' }],
  ['to do', { box: 'pending' }],
  ['waiting for others', { box: 'done' }],
  ['finished', { box: 'finished' }],
  ['expiring', { box: 'expiring' }],
  ['voided', { box: 'toVoid' }],
  ['sorted by name', { box: 'startWithMe', ascs: ['taskName'] }],
  ['sorted by deadline', { box: 'startWithMe', descs: ['endTime'] }],
  ['search by name, found', { box: 'startWithMe', keyword: '合同' }],
  ['search by name, nothing found', { box: 'startWithMe', keyword: '没有这样的' }],
  ['search by signatory', { box: 'startWithMe', signatory: '企业 3' }],
  ['by status', { box: 'startWithMe', status: 'REJECTED' }],
  ['by scenario', { box: 'startWithMe', scenario: 'HR' }],
  [
    'by time of initiation',
    { box: 'startWithMe', initiateFrom: FIRST_SENT + 100, initiateTo: FIRST_SENT + 600 },
  ],
];

/** Median ms of each act. Refused orders and filters are named, so that no row is left out in silence. */
async function measure(product: Product): Promise<Map<string, number>> {
  const a = await memberOf(product, 'A');
  const b = await memberOf(product, 'B');
  const found = new Map<string, number>();
  const act = async (what: string, work: () => Promise<unknown>, rounds = ROUNDS) => {
    const times: number[] = [];
    for (let i = 0; i < rounds + 2; i++) {
      const began = performance.now();
      await work();
      if (i >= 2) times.push(performance.now() - began);
    }
    found.set(what, median(times));
  };
  for (const [what, input] of LISTS) await act(what, () => a.call(listTasks, input));
  await act('counts of the home page', () => a.call(countTasks, {}));
  await act('recent partners', () => a.call(listPartners, {}));
  await act('switch of the identity', () => a.switchTo(A.id));
  await act('send', () => sendBetweenCompanies(a));
  const taskId = await sendBetweenCompanies(a);
  await act('task', () => a.call(getTask, { planId: taskId }));
  await act('download', () => a.download(downloadDocument, { planId: taskId, fileIndex: 0 }));
  const signing: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const id = await sendBetweenCompanies(a);
    const input = {
      planId: id,
      seen: await seenIn(b, id),
      fillings: await fillingsFor(b, id),
      consent: { method: 'PASSWORD' as const, password: await b.seal(DEMO.signPassword) },
    };
    const began = performance.now();
    await b.call(signTask, input);
    if (i >= 2) signing.push(performance.now() - began);
  }
  found.set('sign', median(signing));
  const internal = new ApiClient(product.baseUrl);
  await act(
    'jobs of a minute',
    () => internal.call(runJobs, {}, { 'x-internal-key': product.internalKey }),
    5,
  );
  return found;
}
