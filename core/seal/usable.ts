import { AppError, type ErrorName } from '#core/errors.ts';
import type { CertificateState, SealState } from './states.ts';

/** Facts that decide whether a seal can be used now. `granted`: the actor owns it or is authorized for it. */
export type SealFacts = {
  name: string;
  state: SealState;
  certificateState: CertificateState;
  /** Expiry of the certificate, epoch ms; null without one. */
  notAfter: number | null;
  granted: boolean;
};

/** Why a seal cannot be used, in the order in which a person can fix it; null if it can be used ([8.14b,c]). */
export function sealProblem(seal: SealFacts | null, now: number): AppError | null {
  if (!seal) return new AppError('SEAL_NOT_CREATED');
  const params = { name: seal.name };
  switch (seal.state) {
    case 'DELETED':
      return new AppError('SEAL_DELETED', params);
    case 'DISABLED':
      return new AppError('SEAL_NOT_ENABLED', params);
    case 'ENABLED':
  }
  if (!seal.granted) return new AppError('SEAL_NOT_AUTHORIZED', params);
  switch (seal.certificateState) {
    case 'NOT_APPLIED':
      return new AppError('SEAL_CERTIFICATE_NOT_APPLIED', params);
    case 'APPLYING':
      return new AppError('SEAL_CERTIFICATE_APPLYING', params);
    case 'FAILED':
      return new AppError('SEAL_CERTIFICATE_FAILED', params);
    case 'EXPIRED':
      return new AppError('SEAL_CERTIFICATE_EXPIRED', params);
    case 'SUCCESS':
      return seal.notAfter !== null && seal.notAfter > now
        ? null
        : new AppError('SEAL_CERTIFICATE_EXPIRED', params);
  }
}

/**
 * Why none of the seals can be used; null if one can. Of several reasons returns the one closest to a fix: a
 * certificate, then an authorization, then enabling, then creating a seal ([8.14]).
 */
export function stampProblem(seals: readonly SealFacts[], now: number): AppError | null {
  const problems = seals.map((seal) => sealProblem(seal, now));
  if (problems.some((problem) => problem === null)) return null;
  const nearest = NEAREST.map((name) => problems.find((problem) => problem?.name === name)).find(Boolean);
  return nearest ?? new AppError('SEAL_NOT_CREATED');
}

const NEAREST: readonly ErrorName[] = [
  'SEAL_CERTIFICATE_APPLYING',
  'SEAL_CERTIFICATE_NOT_APPLIED',
  'SEAL_CERTIFICATE_EXPIRED',
  'SEAL_CERTIFICATE_FAILED',
  'SEAL_NOT_AUTHORIZED',
  'SEAL_NOT_ENABLED',
];
