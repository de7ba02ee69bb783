import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Refusal } from '../install.mjs';

/**
 * Below the ephemeral port range of operating systems (32768 and up on Linux), and different from the agent's own
 * ports: an ephemeral port could be assigned again before the intended program listens on it.
 */
const [FIRST, BEYOND] = [12_000, 28_000];

/** A TCP port of 127.0.0.1 that is currently unused. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${FIRST} and ${BEYOND}`);
}

/** Whether `port` of 127.0.0.1 is available for listening. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await close(await listen(port));
    return true;
  } catch {
    return false;
  }
}

/** Throws a Refusal if `port` is in use. */
export async function refuseTaken(port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new Refusal(`Port ${port} is taken: stop what listens there, or set PORT to another one.`);
}

function listen(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
