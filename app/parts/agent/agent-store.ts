import { useEffect, useSyncExternalStore } from 'react';
import type { AgentClient } from '#core/agent/client.ts';
import { isAgentFailure } from '#core/agent/failures.ts';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { importPairing } from '#core/agent/session.ts';
import type { Bytes } from '#core/bytes.ts';
import { type FoundAgent, findAgent } from './find-agent.ts';
import { localPermission } from './local-permission.ts';
import { dropPairing, keepPairing, readPairing } from './stored-pairing.ts';

/** State of the page's connection to the agent. */
export type AgentState =
  | { phase: 'idle' | 'searching' | 'missing' | 'old' | 'denied' }
  /** The browser will prompt the user, which is explained first. */
  | { phase: 'explaining' }
  | { phase: 'unpaired'; codeShown: boolean }
  | { phase: 'ready'; tokens: readonly TokenInfo[] };

const AGAIN_MS = 2_000;

let state: AgentState = { phase: 'idle' };
let found: FoundAgent | undefined;
let salt: Bytes | undefined;
let users = 0;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: AgentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Starts the search for the agent; explains first if the browser is going to prompt. */
async function begin(): Promise<void> {
  const permission = await localPermission();
  if (permission === 'denied') return become({ phase: 'denied' });
  if (permission === 'prompt') return become({ phase: 'explaining' });
  await search();
}

/** Searches for the agent now. Triggered by the user if the browser prompts. */
export async function search(quietly = false): Promise<void> {
  clearTimeout(again);
  if (!quietly) become({ phase: 'searching' });
  try {
    found = await findAgent();
  } catch (error) {
    if ((await localPermission()) === 'denied') return become({ phase: 'denied' });
    become({ phase: isAgentFailure(error) && error.name === 'AGENT_OLD' ? 'old' : 'missing' });
    return lookAgain();
  }
  const { client, about } = found;
  client.watch(
    (tokens) => become({ phase: 'ready', tokens }),
    () => {
      if (found?.client !== client) return;
      found = undefined;
      become({ phase: 'missing' });
      lookAgain();
    },
  );
  const pairing = await readPairing(about.agentId);
  if (!pairing) return become({ phase: 'unpaired', codeShown: false });
  try {
    await client.open(pairing.pairingId, pairing.key);
    await showTokens(client);
  } catch (error) {
    if (!isAgentFailure(error) || error.name !== 'NOT_PAIRED') return client.close();
    await dropPairing(about.agentId);
    become({ phase: 'unpaired', codeShown: false });
  }
}

/** Retries while a component needs the agent, so that starting the agent requires no click here. */
function lookAgain(): void {
  clearTimeout(again);
  if (users > 0) again = setTimeout(() => void search(true), AGAIN_MS);
}

async function showTokens(client: AgentClient): Promise<void> {
  const { tokens } = await client.call('tokens.list', {});
  become({ phase: 'ready', tokens });
}

/** Makes the agent show a code. Throws PAIRING_TOO_OFTEN. */
export async function showCode(): Promise<void> {
  if (!found) return;
  ({ salt } = await found.client.beginPairing());
  become({ phase: 'unpaired', codeShown: true });
}

/** Pairs with the code that the user typed. Throws PAIRING_CODE_WRONG. */
export async function pairWith(code: string): Promise<void> {
  if (!found || !salt) return;
  const { client, about } = found;
  const { pairingId, secret } = await client.pair(code, salt);
  const key = await importPairing(secret);
  secret.fill(0);
  await keepPairing({ agentId: about.agentId, pairingId, key });
  await client.open(pairingId, key);
  await showTokens(client);
}

/** The connection, once the state is `ready`. */
export const agent = (): AgentClient | undefined => (state.phase === 'ready' ? found?.client : undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const IDLE: AgentState = { phase: 'idle' };

/** The current state of the agent; searches for it while a component uses this hook. */
export function useAgent(): AgentState {
  const now = useSyncExternalStore(
    subscribe,
    () => state,
    () => IDLE,
  );
  useEffect(() => {
    users += 1;
    if (state.phase === 'idle' || state.phase === 'missing' || state.phase === 'denied') void begin();
    return () => {
      users -= 1;
      if (users === 0) clearTimeout(again);
    };
  }, []);
  return now;
}
