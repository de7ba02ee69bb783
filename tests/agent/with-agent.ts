import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type AgentOptions, type RunningAgent, startAgent } from '#agent/start-agent.ts';
import { type AgentClient, type AgentSocket, agentClient } from '#core/agent/client.ts';
import { importPairing } from '#core/agent/session.ts';
import type { Bytes } from '#core/bytes.ts';

export const SITE = 'https://sign.example.com';
export const PROGRAM = join(import.meta.dirname, '../../agent/main.ts');

export interface TestAgent extends RunningAgent {
  folder: string;
  /** The code that the agent shows, as its user would read it. */
  code(): string;
  log(): string;
  /** A connection of a page of the origin; paired and with a session unless told. */
  connect(origin?: string): Promise<AgentClient>;
  plain(origin?: string): Promise<{ client: AgentClient; raw: WebSocket; frames: (string | Bytes)[] }>;
  end(): Promise<void>;
}

/** An agent of its own folder on a free port. */
export async function agentForTest(options: Partial<AgentOptions> = {}): Promise<TestAgent> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'signet-agent-'));
  let shown = '';
  const agent = await startAgent({
    folder,
    origins: [SITE],
    ports: [0],
    program: PROGRAM,
    show: () => {},
    showCode: (code) => {
      shown = code;
    },
    ...options,
  });
  const plain = async (origin = SITE) => {
    const raw = new WebSocket(`ws://127.0.0.1:${agent.port}`, { origin });
    const frames: (string | Bytes)[] = [];
    await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject));
    return { raw, frames, client: agentClient(socketOf(raw, frames), origin) };
  };
  return {
    ...agent,
    folder,
    code: () => shown,
    log: () => readFileSync(agent.logPath, 'utf8'),
    plain,
    async connect(origin = SITE) {
      const { client } = await plain(origin);
      const { salt } = await client.beginPairing();
      const { pairingId, secret } = await client.pair(shown, salt);
      await client.open(pairingId, await importPairing(secret));
      return client;
    },
    async end() {
      await agent.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A socket that keeps what it sends, for replaying. */
function socketOf(raw: WebSocket, frames: (string | Bytes)[]): AgentSocket {
  return {
    send(data) {
      frames.push(data);
      raw.send(data);
    },
    close: () => raw.close(),
    listen(onMessage, onClose) {
      raw.on('message', (data: Buffer, binary) => onMessage(binary ? new Uint8Array(data) : data.toString()));
      raw.on('close', onClose);
    },
  };
}
