import type { ERROR_CODES } from '#core/errors.ts';
import { isClientError } from '../../wire/client-error.ts';

// repeated here, checked by its type, so that the page need not load the catalogue of errors
const UNDER_WAY: (typeof ERROR_CODES)['WORD_UNDER_WAY'] = 503461;

/**
 * Asks for the pages of a Word file until they are there: on a busy machine they may take longer than one request, and
 * are laid out in the background meanwhile.
 */
export async function untilLaidOut<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isClientError(error) || error.code !== UNDER_WAY) throw error;
    }
  }
}
