import { AppError } from '#core/errors.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/**
 * The verified name of whoever acts, under which they sign: a certificate says it, and nothing that somebody chose for
 * themself. Throws REAL_NAME_NEEDED while there is none.
 */
export function requireVerifiedName({ actor }: Pick<SignedInContext, 'actor'>): string {
  if (actor.verifiedName === '') throw new AppError('REAL_NAME_NEEDED');
  return actor.verifiedName;
}
