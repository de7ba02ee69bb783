import { AgentFailure, type PinState } from '#core/agent/failures.ts';
import { CKF, CKR } from './constants.ts';

/** A return code of a module other than CKR_OK. */
export class Pkcs11Error extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`PKCS#11 answered 0x${code.toString(16)}`);
    this.code = code;
  }
}

/** Codes that modules return once the token is gone. Some return GENERAL_ERROR for everything. */
const GONE: ReadonlySet<number> = new Set([
  CKR.SLOT_ID_INVALID,
  CKR.GENERAL_ERROR,
  CKR.DEVICE_ERROR,
  CKR.DEVICE_REMOVED,
  CKR.KEY_HANDLE_INVALID,
  CKR.OBJECT_HANDLE_INVALID,
  CKR.SESSION_CLOSED,
  CKR.SESSION_HANDLE_INVALID,
  CKR.TOKEN_NOT_PRESENT,
  CKR.TOKEN_NOT_RECOGNIZED,
  CKR.CRYPTOKI_NOT_INITIALIZED,
]);
const BAD_PIN: ReadonlySet<number> = new Set([CKR.PIN_INVALID, CKR.PIN_LEN_RANGE]);

export const isGone = (error: unknown): boolean => error instanceof Pkcs11Error && GONE.has(error.code);

/** Converts a module's return code to an AgentFailure. */
export function toFailure(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  if (!(error instanceof Pkcs11Error)) return new AgentFailure('TOKEN_FAILED');
  if (GONE.has(error.code)) return new AgentFailure('TOKEN_REMOVED');
  if (BAD_PIN.has(error.code)) return new AgentFailure('PIN_INVALID');
  if (error.code === CKR.USER_NOT_LOGGED_IN) return new AgentFailure('PIN_NEEDED');
  if (error.code === CKR.DEVICE_MEMORY) return new AgentFailure('TOKEN_FULL');
  return new AgentFailure('TOKEN_FAILED');
}

/** State of the user's PIN from the token's flags; PKCS#11 gives no number of attempts left. */
export function pinOf(flags: number): PinState {
  if (flags & CKF.USER_PIN_LOCKED) return { state: 'locked', attemptsLeft: 0 };
  if (flags & CKF.USER_PIN_FINAL_TRY) return { state: 'final', attemptsLeft: 1 };
  if (flags & CKF.USER_PIN_COUNT_LOW) return { state: 'low', attemptsLeft: null };
  return { state: 'ok', attemptsLeft: null };
}
