import { ERROR_CODES } from '#core/errors.ts';
import { isClientError } from './client-error.ts';

/** Somebody signed between what was shown and the signing: nothing was done, and what changed is to be looked at. */
export const isRevisionChanged = (error: unknown): boolean =>
  isClientError(error) && error.code === ERROR_CODES.REVISION_CHANGED;
