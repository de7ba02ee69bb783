import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type Service, type ServiceOptions, supervise } from '#scripts/product/supervise.ts';
import { waitedMs } from '#scripts/product/waited-ms.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-supervise-'));
const idle = join(folder, 'idle.mjs');
writeFileSync(idle, 'setInterval(() => {}, 1_000_000);\n');
const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A service whose answers, and whose waiting for a processor, are the test's to tell. */
function keep(options: Pick<ServiceOptions, 'probe' | 'waited' | 'readyWithinMs'>): Promise<Service> {
  const kept = supervise({
    name: 'It',
    args: [idle],
    logFile: join(folder, 'log'),
    probeEveryMs: 5,
    ...options,
  });
  return kept.then((service) => {
    running.push(service);
    return service;
  });
}

/** Waited all the time; twice as much as there was, so that no rounding makes it less. */
const always = () => 2 * Date.now();

it('ignores silent processes that wait for CPU time, and restarts those that hang', async () => {
  let [answers, probes, waited] = [true, 0, always];
  const service = await keep({
    probe: async () => {
      probes += 1;
      return answers;
    },
    waited: () => waited(),
  });
  answers = false;
  const before = probes;
  await expect.poll(() => probes - before, { timeout: 20_000 }).toBeGreaterThan(20);
  expect(service.restarts()).toBe(0);
  const stands = always();
  waited = () => stands;
  await expect.poll(service.restarts, { timeout: 20_000 }).toBe(1);
  answers = true;
});

it('counts of a start the time that it had a processor', async () => {
  let probes = 0;
  const probe = async () => {
    probes += 1;
    return probes > 5;
  };
  expect((await keep({ probe, waited: always, readyWithinMs: 1 })).restarts()).toBe(0);
  probes = -1_000_000;
  await expect(keep({ probe, waited: () => 0, readyWithinMs: 1 })).rejects.toThrow('It did not start');
});

it('reads how long a group of processes has waited', async () => {
  expect(waitedMs(2 ** 31 - 1)).toBe(0);
  if (!existsSync('/proc/self/schedstat')) return console.log('this system does not tell it: not tried');
  // One more than there are processors: not all of them can run at once.
  const loops = Array.from({ length: availableParallelism() + 1 }, () => 'while :; do :; done &').join(' ');
  const { pid } = spawn('sh', ['-c', `${loops} wait`], { stdio: 'ignore', detached: true });
  try {
    await expect.poll(() => waitedMs(pid!), { timeout: 20_000 }).toBeGreaterThan(20);
  } finally {
    process.kill(-pid!, 'SIGKILL');
  }
});
