import { AppError } from '#core/errors.ts';
import type { CertificateRow } from './key-store.ts';

/**
 * Checks that the certificate of a UKey can be used now. Throws UKEY_REVOKED, UKEY_NOT_YET_VALID ([8.7f]),
 * UKEY_EXPIRED ([8.7g]).
 */
export function checkUsable(row: CertificateRow, now: number): void {
  if (row.revokedAt !== null) throw new AppError('UKEY_REVOKED');
  if (row.notBefore > now) throw new AppError('UKEY_NOT_YET_VALID');
  if (row.notAfter <= now) throw new AppError('UKEY_EXPIRED');
}
