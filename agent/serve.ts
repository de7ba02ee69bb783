import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AGENT_PORTS, MESSAGE_MAX } from '#core/agent/ports.ts';
import { type Agent, type Connection, serveConnection } from './connection.ts';

const CONNECTIONS = 32;

export interface Serving {
  port: number;
  tokensChanged(): void;
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 for pages of the allowed origins. `Host` must name this machine: other names (DNS rebinding) and
 * other origins are refused.
 */
export async function serve(
  agent: Agent,
  ports: readonly number[],
  allows: (origin: string) => boolean,
): Promise<Serving> {
  const http = createServer((request, response) => {
    // A plain GET is a health check; it reveals nothing that another site may not read.
    const mine = isOwnHost(request);
    response.writeHead(mine ? 426 : 403, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end(mine ? 'Signet agent\n' : '');
  });
  http.headersTimeout = 5_000;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX, perMessageDeflate: false });
  const connections = new Set<Connection>();
  const refused = new Set<string>();

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const origin = request.headers.origin ?? '';
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    if (!isOwnHost(request)) return refuse('403 Forbidden');
    if (!allows(origin)) {
      if (refused.size < 100 && !refused.has(origin))
        agent.log.write(
          `${origin || 'a program without an origin'}: refused, not on the list of allowed sites`,
        );
      refused.add(origin);
      return refuse('403 Forbidden');
    }
    if (connections.size >= CONNECTIONS) return refuse('503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = serveConnection(opened, origin, agent);
      connections.add(connection);
      opened.on('close', () => connections.delete(connection));
    });
  });

  let port = 0;
  for (const wanted of ports) {
    const listening = await new Promise<boolean>((resolve, reject) => {
      http.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      http.listen(wanted, '127.0.0.1', () => {
        http.removeAllListeners('error');
        resolve(true);
      });
    });
    if (!listening) continue;
    const address = http.address();
    port = typeof address === 'object' && address ? address.port : 0;
    break;
  }
  if (port === 0) throw new Error(`All ports are taken: ${ports.join(', ')}. Another agent may be running.`);
  return {
    port,
    tokensChanged() {
      for (const one of connections) one.tokensChanged();
    },
    async stop() {
      for (const one of connections) one.close();
      const closed = new Promise((resolve) => http.close(resolve));
      // A page that does not complete the closing handshake does not block shutdown.
      const force = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, 500);
      await closed;
      clearTimeout(force);
    },
  };
}

function isOwnHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host);
}

export const DEFAULT_PORTS: readonly number[] = AGENT_PORTS;
