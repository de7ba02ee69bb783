import type { ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, root } from '../install.mjs';
import { buildProduct } from './build-product.ts';
import { freePort, refuseTaken } from './free-port.ts';
import { type Product, type ProductOptions, startProduct } from './start-product.ts';
import { spawnOnLeash } from './supervise.ts';

/**
 * Runs the product with hot reload: Vite serves the pages at `port` and proxies /ecapi and /sync to the Worker, which
 * is rebuilt and restarted when edge, core or db change.
 */
export async function watchAndRebuild(
  options: ProductOptions & { port: number },
): Promise<{ product: Product; stop: () => Promise<void> }> {
  const tell = options.tell ?? (() => {});
  await refuseTaken(options.port);
  const product = await startProduct({ ...options, port: await freePort() });
  const vite = startVite(options.port, product.baseUrl);
  await untilItAnswers(options.port);
  const watchers = ['edge', 'core', 'db'].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => rebuildSoon()),
  );
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  function rebuildSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, 150);
  }
  async function rebuild(): Promise<void> {
    try {
      await product.use(await buildProduct(tell));
      tell('The Worker runs the changed code.');
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }
  return {
    product,
    stop: async () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      vite.kill('SIGTERM');
    },
  };
}

function startVite(port: number, workerUrl: string): ChildProcess {
  const address = ['--port', String(port), '--strictPort', '--host', '127.0.0.1'];
  return spawnOnLeash(
    ['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', ...address],
    { SIGNET_WORKER_URL: workerUrl },
    'inherit',
  );
}

// Any response proves that it runs; the page itself reports errors.
async function untilItAnswers(port: number): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/favicon.svg`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return;
    await wait(100);
  }
  throw new Refusal('Vite did not start; what it said is above.');
}
