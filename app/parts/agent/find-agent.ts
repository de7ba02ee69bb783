import { type AgentClient, type AgentSocket, agentClient } from '#core/agent/client.ts';
import { AgentFailure, isAgentFailure } from '#core/agent/failures.ts';
import { AGENT_PORTS } from '#core/agent/ports.ts';
import type { ResultOf } from '#core/agent/protocol.ts';

const WAIT_MS = 3_000;
const LAST_PORT = 'signet_agent_port';

export interface FoundAgent {
  client: AgentClient;
  about: ResultOf<'hello'>;
}

/** Probes the ports where an agent may listen, the last used one first. Throws AGENT_GONE, AGENT_OLD. */
export async function findAgent(): Promise<FoundAgent> {
  const last = Number(localStorage.getItem(LAST_PORT));
  const ports = [...new Set([last, ...AGENT_PORTS])].filter((port) => port > 0 && port < 65_536);
  let old = false;
  for (const port of ports) {
    try {
      const client = agentClient(await openSocket(port), location.origin);
      const about = await withinTime(client.hello());
      localStorage.setItem(LAST_PORT, String(port));
      return { client, about };
    } catch (error) {
      old ||= isAgentFailure(error) && error.name === 'AGENT_OLD';
    }
  }
  throw new AgentFailure(old ? 'AGENT_OLD' : 'AGENT_GONE');
}

function openSocket(port: number): Promise<AgentSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    socket.binaryType = 'arraybuffer';
    const failed = () => reject(new AgentFailure('AGENT_GONE'));
    const timer = setTimeout(() => {
      socket.close();
      failed();
    }, WAIT_MS * 10);
    socket.onerror = failed;
    socket.onopen = () => {
      clearTimeout(timer);
      resolve({
        send: (data) => socket.send(data),
        close: () => socket.close(),
        listen(onMessage, onClose) {
          socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) =>
            onMessage(typeof data === 'string' ? data : new Uint8Array(data));
          socket.onclose = onClose;
        },
      });
    };
  });
}

/** Limits the wait, as another program may listen on the port without answering. */
function withinTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new AgentFailure('AGENT_GONE')), WAIT_MS)),
  ]);
}
