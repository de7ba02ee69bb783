import { describe, expect, it } from 'vitest';
import { next } from '#core/machine.ts';
import {
  CERTIFICATE_MACHINE,
  CERTIFICATE_STATES,
  type CertificateEvent,
  SEAL_MACHINE,
  SEAL_STATES,
  UPDATE_MACHINE,
  UPDATE_STATES,
} from '#core/seal/states.ts';
import { type SealFacts, sealProblem, stampProblem } from '#core/seal/usable.ts';

const NOW = Date.UTC(2026, 10, 20);

describe('states of a seal', () => {
  it('[4.4a] [4.4c] lets a certificate go these ways and no others', () => {
    const events: CertificateEvent[] = ['apply', 'withdraw', 'issue', 'fail', 'expire'];
    const ways = CERTIFICATE_STATES.flatMap((state) =>
      events.flatMap((event) => {
        const to = next(CERTIFICATE_MACHINE, state, event);
        return to ? [`${state} ${event} ${to}`] : [];
      }),
    );
    expect(ways).toEqual([
      'NOT_APPLIED apply APPLYING',
      'APPLYING withdraw NOT_APPLIED',
      'APPLYING issue SUCCESS',
      'APPLYING fail FAILED',
      'SUCCESS expire EXPIRED',
      'FAILED apply APPLYING',
      'EXPIRED apply APPLYING',
    ]);
  });

  it('[4.4d] [4.4f] switches between enabled and disabled, and never comes back from deleted', () => {
    const ways = SEAL_STATES.flatMap((state) =>
      (['enable', 'disable', 'delete'] as const).flatMap((event) => {
        const to = next(SEAL_MACHINE, state, event);
        return to ? [`${state} ${event} ${to}`] : [];
      }),
    );
    expect(ways).toEqual([
      'ENABLED disable DISABLED',
      'ENABLED delete DELETED',
      'DISABLED enable ENABLED',
      'DISABLED delete DELETED',
    ]);
  });

  it('[4.4g] goes from "to update" over "updating"; a failure leaves it to be updated', () => {
    const ways = UPDATE_STATES.flatMap((state) =>
      (['remind', 'start', 'finish', 'fail'] as const).flatMap((event) => {
        const to = next(UPDATE_MACHINE, state, event);
        return to ? [`${state} ${event} ${to}`] : [];
      }),
    );
    expect(ways).toEqual([
      'NONE remind TO_UPDATE',
      'TO_UPDATE start UPDATING',
      'UPDATING finish NONE',
      'UPDATING fail TO_UPDATE',
    ]);
  });
});

describe('whether a seal may stamp', () => {
  const good: SealFacts = {
    name: '公章',
    state: 'ENABLED',
    certificateState: 'SUCCESS',
    notAfter: NOW + 1,
    granted: true,
  };

  it('[8.14b] [8.14c] names the first reason why it cannot', () => {
    const problem = (change: Partial<SealFacts>) => sealProblem({ ...good, ...change }, NOW)?.name ?? null;
    expect(problem({})).toBeNull();
    expect(sealProblem(null, NOW)?.name).toBe('SEAL_NOT_CREATED');
    expect(problem({ state: 'DELETED', granted: false })).toBe('SEAL_DELETED');
    expect(problem({ state: 'DISABLED', granted: false })).toBe('SEAL_NOT_ENABLED');
    expect(problem({ granted: false, certificateState: 'FAILED' })).toBe('SEAL_NOT_AUTHORIZED');
    expect(problem({ certificateState: 'NOT_APPLIED', notAfter: null })).toBe('SEAL_CERTIFICATE_NOT_APPLIED');
    expect(problem({ certificateState: 'APPLYING', notAfter: null })).toBe('SEAL_CERTIFICATE_APPLYING');
    expect(problem({ certificateState: 'FAILED', notAfter: null })).toBe('SEAL_CERTIFICATE_FAILED');
    expect(problem({ certificateState: 'EXPIRED' })).toBe('SEAL_CERTIFICATE_EXPIRED');
    expect(sealProblem({ ...good, state: 'DISABLED' }, NOW)?.params).toEqual({ name: '公章' });
  });

  it('[4.4a] takes a just ended certificate for no success, whether or not a job saw it end', () => {
    expect(sealProblem({ ...good, notAfter: NOW }, NOW)?.name).toBe('SEAL_CERTIFICATE_EXPIRED');
    expect(sealProblem({ ...good, notAfter: NOW + 1 }, NOW)).toBeNull();
  });

  it('[8.14a] [8.14b] says why nothing stamps: no seal, none authorized, none with certificate', () => {
    const uncertified = { ...good, name: '甲', certificateState: 'NOT_APPLIED' as const, notAfter: null };
    const foreign = { ...good, name: '乙', granted: false };
    const disabled = { ...good, name: '丙', state: 'DISABLED' as const };
    expect(stampProblem([], NOW)?.name).toBe('SEAL_NOT_CREATED');
    expect(stampProblem([{ ...good, state: 'DELETED' }], NOW)?.name).toBe('SEAL_NOT_CREATED');
    expect(stampProblem([disabled, foreign], NOW)?.name).toBe('SEAL_NOT_AUTHORIZED');
    expect(stampProblem([disabled, foreign, uncertified], NOW)).toMatchObject({
      name: 'SEAL_CERTIFICATE_NOT_APPLIED',
      params: { name: '甲' },
    });
    expect(stampProblem([disabled, foreign, uncertified, good], NOW)).toBeNull();
  });
});
