import { connect } from 'node:net';

/** Time between two looks at the port, in ms: before it has been open, and after. */
const BEFORE = 50;
const AFTER = 500;

/**
 * Looks at `port` of this machine again and again. Once it has been open, `onClosed` is called when it has refused
 * connections for `forMs`: the server below this process is gone, though the process itself goes on.
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
