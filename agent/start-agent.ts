import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { openFileDriver } from './file-token/file-driver.ts';
import { openLog } from './log.ts';
import { openPairings, type Pairings } from './pairings.ts';
import { openPkcs11Driver } from './pkcs11/pkcs11-driver.ts';
import { DEFAULT_PORTS, type Serving, serve } from './serve.ts';
import { watchTokens } from './tokens.ts';

export interface AgentOptions {
  /** Folder of pairings, log and file tokens. */
  folder: string;
  /** Allowed origins, such as https://sign.example.com; `http://127.0.0.1:*` allows any port of this machine. */
  origins: readonly string[];
  /** Paths of PKCS#11 modules. */
  modules?: readonly string[];
  ports?: readonly number[];
  /** The entry point, for child processes. */
  program: string;
  show(line: string): void;
  showCode(code: string, origin: string): void;
  /** Additional drivers, for tests. */
  drivers?: readonly Driver[];
}

export interface RunningAgent {
  port: number;
  pairings: Pairings;
  logPath: string;
  stop(): Promise<void>;
}

/** Starts the agent. A module that fails to load is logged; the others keep working. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const log = openLog(options.folder, options.show);
  const pairings = openPairings(options.folder);
  let serving: Serving | undefined;
  const changed = () => serving?.tokensChanged();
  const drivers: Driver[] = [openFileDriver(join(options.folder, 'tokens')), ...(options.drivers ?? [])];
  for (const path of options.modules ?? []) {
    try {
      drivers.push(await openPkcs11Driver(path, options.program, () => void tokens?.look()));
    } catch (error) {
      log.write(`${path} does not load: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }
  let tokens: Awaited<ReturnType<typeof watchTokens>> | undefined;
  tokens = await watchTokens(drivers, changed);
  const agent = {
    tokens,
    pairings,
    log,
    codes: { times: [] },
    showCode: options.showCode,
    startedAt: Date.now(),
  };
  try {
    serving = await serve(agent, options.ports ?? DEFAULT_PORTS, allowing(options.origins));
  } catch (error) {
    await tokens.stop();
    throw error;
  }
  log.write(`listening on 127.0.0.1:${serving.port}`);
  log.settle();
  const { port, stop } = serving;
  return {
    port,
    pairings,
    logPath: log.path,
    async stop() {
      await stop();
      await tokens?.stop();
      log.write('stopped');
      log.flush();
    },
  };
}

/** Whether an origin is allowed. Only the port may be a wildcard, and only for this machine. */
export function allowing(origins: readonly string[]): (origin: string) => boolean {
  const exact = new Set(origins);
  const anyPort = origins
    .filter((one) => /^http:\/\/(127\.0\.0\.1|localhost):\*$/.test(one))
    .map((one) => one.slice(0, -1));
  return (origin) =>
    exact.has(origin) ||
    anyPort.some((start) => origin.startsWith(start) && /^\d{1,5}$/.test(origin.slice(start.length)));
}
