import { AppError, isAppError } from '#core/errors.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';

/** Timeout of one request in ms: three of them fit into the time that a payer waits for a QR code. */
export const ATTEMPT_MS = 4_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;

/** No trustworthy answer. `reason` goes to the log and must contain no secrets and no trade data. */
export function unavailable(reason: string): AppError {
  noteFault('payment', reason);
  return new AppError('PAYMENT_UNAVAILABLE');
}

/** The provider refused the request with its own code. */
export function refused(provider: string, code: string): AppError {
  noteFault('payment', `${provider} refused: ${plainCode(code)}`);
  return new AppError('PAYMENT_REFUSED');
}

/** A notification that is not processed; `why` is for the log. */
export const noticeRefused = (
  why: 'signature' | 'age' | 'form' | 'merchant' | 'currency' | 'nothing',
): AppError => new AppError('PAYMENT_NOTICE_REFUSED', { why });

/** A provider's code, sanitised for the log. */
export const plainCode = (code: string): string => (/^[\w.-]{1,64}$/.test(code) ? code : 'a malformed code');

/**
 * Tries up to three times while the provider is unavailable; all requests to providers are idempotent. Other errors are
 * thrown at once.
 */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === ATTEMPTS || !isAppError(error) || error.name !== 'PAYMENT_UNAVAILABLE') throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2)));
    }
  }
}
