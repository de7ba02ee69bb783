import { ERROR_CODES } from '#core/errors.ts';
import { isClientError } from './client-error.ts';

/**
 * The document changed since it was shown, because somebody signed: nothing was done, and the user must review it
 * again.
 */
export const isRevisionChanged = (error: unknown): boolean =>
  isClientError(error) && error.code === ERROR_CODES.REVISION_CHANGED;
