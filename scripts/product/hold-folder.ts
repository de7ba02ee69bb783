import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { Refusal } from '../install.mjs';

/**
 * Locks the data folder until the returned function is called or this process ends: a socket file in it answers while
 * its owner lives, so a file left over by a crash does not block. Throws a Refusal if another process holds the lock.
 */
export async function holdFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = shorter(join(dataDir, 'run/held'));
  const server = (await listen(path)) ?? (await takeOver(path));
  if (server === null) throw new Refusal(`The data in ${dataDir} is in use by a Signet that runs already.`);
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

// The path of a socket is limited to about 100 bytes.
function shorter(path: string): string {
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

async function takeOver(path: string): Promise<Server | null> {
  if (await answers(path)) return null;
  rmSync(path, { force: true });
  return await listen(path);
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
