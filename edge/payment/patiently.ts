import { AppError, isAppError } from '#core/errors.ts';

/** For one question with its answer: three of them fit into the time that a payer waits for a QR code. */
export const ATTEMPT_MS = 4_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;

/** Nothing that may be acted on was answered. The words go to the log: they hold no secret and nothing of a trade. */
export function unavailable(words: string): AppError {
  console.error(`payment: ${words}`);
  return new AppError('PAYMENT_UNAVAILABLE');
}

/** The provider said no, by a code of its own. */
export function refused(provider: string, code: string): AppError {
  console.error(`payment: ${provider} refused: ${plainCode(code)}`);
  return new AppError('PAYMENT_REFUSED');
}

/** A notification that is not acted on; `why` is for the log. */
export const noticeRefused = (
  why: 'signature' | 'age' | 'form' | 'merchant' | 'currency' | 'nothing',
): AppError => new AppError('PAYMENT_NOTICE_REFUSED', { why });

/** A provider's code as it may stand in a log. */
export const plainCode = (code: string): string =>
  /^[\w.-]{1,64}$/.test(code) ? code : 'a code that is none';

/**
 * Asks up to three times while the provider is unavailable: everything that is asked of one may be repeated. Any other
 * error goes through at once.
 */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === ATTEMPTS || !isAppError(error) || error.name !== 'PAYMENT_UNAVAILABLE') throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2)));
    }
  }
}
