import { connect } from 'node:net';

/** Polling interval in ms: before the port has been open, and after. */
const BEFORE = 50;
const AFTER = 500;

/**
 * Polls `port` of this machine. Once the port has been open, calls `onClosed` after it has refused connections for
 * `forMs`: the server process below has died although this process still runs.
 */
export function watchPort(port: number, forMs: number, onClosed: () => void): void {
  let openAt: number | null = null;

  function look(): void {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      openAt = Date.now();
      socket.destroy();
      setTimeout(look, AFTER).unref();
    });
    socket.on('error', () => {
      if (openAt !== null && Date.now() - openAt >= forMs) onClosed();
      setTimeout(look, openAt === null ? BEFORE : AFTER).unref();
    });
  }
  look();
}
