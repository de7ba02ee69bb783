/** Failures of the agent: `data.name` of a JSON-RPC error. The page has a text for each. */
export const AGENT_FAILURES = [
  'NOT_PAIRED',
  'PAIRING_CODE_WRONG',
  'PAIRING_TOO_OFTEN',
  'TOO_OFTEN',
  'TOKEN_NOT_FOUND',
  'TOKEN_REMOVED',
  'TOKEN_FULL',
  'TOKEN_FAILED',
  'PIN_NEEDED',
  'PIN_WRONG',
  'PIN_LOCKED',
  'PIN_INVALID',
  'KEY_NOT_FOUND',
  'KEY_UNSUPPORTED',
  'CERTIFICATE_NOT_FOUND',
  'NOT_A_DOCUMENT',
  // raised by the page only
  'AGENT_GONE',
  'AGENT_OLD',
] as const;
export type AgentFailureName = (typeof AGENT_FAILURES)[number];

/** State of a PIN; `attemptsLeft` is null if the token does not report it. */
export interface PinState {
  state: 'ok' | 'low' | 'final' | 'locked';
  attemptsLeft: number | null;
}

/** An expected failure of the agent or its tokens. */
export class AgentFailure extends Error {
  override readonly name: AgentFailureName;
  readonly pin: PinState | undefined;
  constructor(name: AgentFailureName, pin?: PinState) {
    super(name);
    this.name = name;
    this.pin = pin;
  }
}

export const isAgentFailure = (e: unknown): e is AgentFailure => e instanceof AgentFailure;
