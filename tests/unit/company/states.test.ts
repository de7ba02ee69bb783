import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '#core/call.ts';
import { GIVEN_ROLES, mayChangeRoles } from '#core/company/roles.ts';
import {
  ADMIN_MACHINE,
  ADMIN_STATES,
  ENTERPRISE_AUTH,
  ENTERPRISE_BUSINESS,
  JOIN_MACHINE,
  JOIN_STATES,
  switchProblem,
} from '#core/company/states.ts';
import { next } from '#core/machine.ts';

describe('states of enterprises', () => {
  it('[4.9a] a join application waits, and is passed, revoked or rejected once', () => {
    expect(JOIN_STATES).toEqual(['PENDING', 'PASSED', 'REVOKED', 'REJECTED']);
    expect((['pass', 'withdraw', 'reject'] as const).map((e) => next(JOIN_MACHINE, 'PENDING', e))).toEqual([
      'PASSED',
      'REVOKED',
      'REJECTED',
    ]);
    for (const state of ['PASSED', 'REVOKED', 'REJECTED'] as const)
      expect(JOIN_MACHINE.transitions[state]).toEqual({});
  });

  it('[4.9b] an application is to be approved, then approved, cancelled or rejected, once', () => {
    expect(ADMIN_STATES).toEqual(['TO_APPROVE', 'APPROVED', 'CANCELLED', 'REJECTED']);
    expect(
      (['approve', 'cancel', 'reject'] as const).map((e) => next(ADMIN_MACHINE, 'TO_APPROVE', e)),
    ).toEqual(['APPROVED', 'CANCELLED', 'REJECTED']);
    for (const state of ['APPROVED', 'CANCELLED', 'REJECTED'] as const)
      expect(ADMIN_MACHINE.transitions[state]).toEqual({});
  });

  it('[4.18a] one pair of states can be switched into', () => {
    const open = ENTERPRISE_BUSINESS.flatMap((b) =>
      ENTERPRISE_AUTH.map((a) => [b, a, switchProblem(b, a)] as const),
    );
    expect(open.filter(([, , problem]) => problem === null).map(([b, a]) => [b, a])).toEqual([
      ['ENABLE', 'AUTH'],
    ]);
  });

  it('[6.2a] only the administrator reaches the high roles, and nobody makes another one', () => {
    const all: Role[][] = [[], ...ROLES.map((role) => [role])];
    for (const mine of all)
      for (const theirs of all)
        for (const wanted of all) {
          const may = mayChangeRoles(mine, theirs, wanted);
          if (theirs.includes('ENT_ADMIN') || wanted.includes('ENT_ADMIN')) expect(may).toBe(false);
          else if (mine.includes('ENT_ADMIN')) expect(may).toBe(true);
          else
            expect(may).toBe(
              mine.includes('BUSINESS_ADMIN') && ![...theirs, ...wanted].includes('BUSINESS_ADMIN'),
            );
        }
    expect(GIVEN_ROLES).not.toContain('ENT_ADMIN');
  });
});
