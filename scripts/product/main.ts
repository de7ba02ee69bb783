/** Entry point of `npm start` and `npm run dev`: the whole product in the foreground, until Ctrl-C. */
import { asRefusal, Refusal } from '../install.mjs';
import { readOptions } from '../read-options.ts';
import { watchAndRebuild } from './dev.ts';
import { defaultDataDir, type Product, startProduct } from './start-product.ts';

const USAGE = `npm start, or npm run dev
  Builds what has changed and runs the product on 127.0.0.1 until Ctrl-C; dev builds again when a file is saved.
    PORT             port of the pages and calls (8787)
    SIGNET_DATA      folder of database, files, secrets and logs (.data)
    SIGNET_MODE      local, sit, uat or pro (local); pro has no demo data and no simulators
    SIGNET_WORKERS   number of Worker processes behind the port (1)
    SIGNET_DATABASE  libSQL server to use instead of one of its own, as ws://HOST:PORT
    SIGNET_BUILT     folder of build/ to run as it is, without looking at the sources
    SIGNET_SHOWCASE  none starts without demo contracts (made once, when there are no tasks)
    PUBLIC_URL       address under which users reach it through a proxy
  More settings: docs/deploy.md`;

const { values } = readOptions(USAGE, {
  options: { dev: { type: 'boolean', default: false } },
});
const tell = (line: string) => console.log(line);
let product: Product | undefined;
let stopDev: (() => Promise<void>) | undefined;
let starting = true;
let leaving = false;

// Ctrl-C reaches npm, the shell and this process; the services run in their own process groups and are ended from here.
async function leave(status: number): Promise<void> {
  if (leaving) process.exit(1);
  leaving = true;
  await stopDev?.();
  await product?.stop();
  process.exit(status);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Exits during the start: closing this process ends every service through its leash.
    if (starting) process.exit(130);
    tell('\nStopping …');
    void leave(0);
  });
}
// The process that started this one is gone (kill -9 of npm): nobody could stop it any more.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void leave(0);
}, 1_000).unref();

try {
  const port = portFrom(process.env.PORT);
  const mode = process.env.SIGNET_MODE ?? 'local';
  // A folder of build/ to run as it is, without checking the sources.
  const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
  const began = Date.now();
  if (values.dev)
    ({ product, stop: stopDev } = await watchAndRebuild({ port, dataDir: defaultDataDir(), mode, tell }));
  else product = await startProduct({ ...built, port, dataDir: defaultDataDir(), mode, tell });
  starting = false;
  tell(welcome(product, `http://127.0.0.1:${port}`, Date.now() - began));
  if (product.seeded && process.env.SIGNET_SHOWCASE !== 'none') void show(product.baseUrl);
} catch (error) {
  const refusal = asRefusal(error);
  console.error(refusal instanceof Refusal ? refusal.message : error);
  process.exit(1);
}

/** Creates demo tasks in the background; the start does not wait for them. */
async function show(baseUrl: string): Promise<void> {
  try {
    const { makeShowcase } = await import('./showcase.ts');
    if (await makeShowcase(baseUrl))
      tell('Demo contracts are there: waiting, finished, in other hands, a draft.');
  } catch (error) {
    if (!leaving) tell(`Demo contracts could not be made: ${error instanceof Error ? error.message : error}`);
  }
}

function portFrom(text: string | undefined): number {
  if (text === undefined || text === '') return 8787;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Refusal(`PORT is ${text}, which is not a port number (1 to 65535).`);
}

function welcome({ dataDir, seeded, word }: Product, address: string, ms: number): string {
  const lines = [
    '',
    `Signet is ready after ${(ms / 1000).toFixed(1)} s: ${address}`,
    `Data: ${dataDir}`,
    word,
  ];
  if (seeded !== null) {
    lines.push('Demo accounts:');
    for (const { account, name, enterprise } of seeded.accounts)
      lines.push(`  ${account}  ${name}  ${enterprise}`);
    lines.push(`Their password: ${seeded.password}   signing password: ${seeded.signPassword}`);
  }
  return [...lines, 'Ctrl-C ends it.', ''].join('\n');
}
