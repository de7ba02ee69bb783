import { describe, expect, it } from 'vitest';
import { findApprovers, type Staff, withSubstitutes } from '#core/approval/find-approvers.ts';
import { flowNode, holds } from '#core/approval/flow.ts';
import { key } from '../template/contents.ts';

const member = (accountId: string, departmentId: string, roles: string[] = []) => ({
  ...{ accountId, departmentId, roles },
});
const staff: Staff = {
  members: [
    member('clerk000', 'sales'),
    member('saleshead', 'sales', ['APPROVER']),
    member('bighead0', 'all', ['APPROVER', 'ENT_ADMIN']),
    member('keeper00', 'all'),
  ],
  departments: [
    { id: 'sales', parentId: 'middle', headId: 'saleshead' },
    { id: 'middle', parentId: 'all', headId: '' },
    { id: 'all', parentId: '', headId: 'bighead0' },
  ],
  substitutes: new Map(),
  sealKeepers: ['keeper00'],
};
const clerk = { accountId: 'clerk000', departmentId: 'sales' };
const node = (approvers: object, change: object = {}) =>
  flowNode.parse({ key: key('node'), name: '节点', mode: 'SINGLE', approvers, ...change });

describe('[3.17] the approvers of a node', () => {
  it('are persons, the members with a role, or the holders of the seals', () => {
    const persons = node({ by: 'PERSONS', accounts: ['keeper00', 'gone0000'] });
    expect(findApprovers(persons, clerk, staff)).toEqual(['keeper00']);
    expect(findApprovers(node({ by: 'ROLE', role: 'APPROVER' }), clerk, staff)).toEqual([
      ...['saleshead', 'bighead0'],
    ]);
    expect(findApprovers(node({ by: 'SEAL_KEEPER' }), clerk, staff)).toEqual(['keeper00']);
  });

  it('are the head of the applicant’s department or of one above; without a head, the next one’s', () => {
    const head = (up: number, applicant = clerk) =>
      findApprovers(node({ by: 'DEPARTMENT_HEAD', up }), applicant, staff);
    expect(head(0)).toEqual(['saleshead']);
    expect(head(1)).toEqual(['bighead0']);
    expect(head(2)).toEqual(['bighead0']);
    expect(head(3)).toEqual([]);
    // Nobody heads their own application: the next above does.
    expect(head(0, { accountId: 'saleshead', departmentId: 'sales' })).toEqual(['bighead0']);
    expect(head(0, { accountId: 'bighead0', departmentId: 'all' })).toEqual([]);
    expect(head(0, { accountId: 'clerk000', departmentId: 'closed' })).toEqual([]);
    const circle = { ...staff, departments: [{ id: 'sales', parentId: 'sales', headId: '' }] };
    expect(findApprovers(node({ by: 'DEPARTMENT_HEAD' }), clerk, circle)).toEqual([]);
  });

  it('are never the applicant, unless the node says so', () => {
    const own = { accountId: 'keeper00', departmentId: 'all' };
    expect(findApprovers(node({ by: 'SEAL_KEEPER' }), own, staff)).toEqual([]);
    expect(findApprovers(node({ by: 'SEAL_KEEPER' }, { ownAllowed: true }), own, staff)).toEqual([
      'keeper00',
    ]);
  });

  it('are their substitutes while they are away; in a circle they decide themselves', () => {
    const away = (...pairs: [string, string][]) => ({ ...staff, substitutes: new Map(pairs) });
    expect(withSubstitutes(['keeper00'], away(['keeper00', 'saleshead']))).toEqual(['saleshead']);
    const chain = away(['keeper00', 'saleshead'], ['saleshead', 'bighead0']);
    expect(withSubstitutes(['keeper00', 'bighead0'], chain)).toEqual(['bighead0']);
    const circle = away(['keeper00', 'saleshead'], ['saleshead', 'keeper00']);
    expect(withSubstitutes(['keeper00'], circle)).toEqual(['keeper00']);
    expect(withSubstitutes(['keeper00'], away(['keeper00', 'gone0000']))).toEqual(['keeper00']);
  });
});

it('[1.4] type, counterparty, seal and sender’s role must all hold; what is unknown holds', () => {
  const when = {
    businessTypes: ['LEASE' as const],
    counterparties: ['华东'],
    seals: ['seal0001'],
    senderRoles: ['SIGN_OPERATOR' as const],
  };
  const facts = {
    ...{ businessType: 'LEASE', counterparties: ['华东贸易有限公司'], seals: ['seal0001', 'seal0002'] },
    senderRoles: ['SIGN_OPERATOR', 'EMPLOYEE'],
  };
  expect(holds(when, facts)).toBe(true);
  expect(holds(when, { ...facts, businessType: 'SALES' })).toBe(false);
  expect(holds(when, { ...facts, counterparties: ['华北贸易有限公司'] })).toBe(false);
  expect(holds(when, { ...facts, seals: ['seal0002'] })).toBe(false);
  expect(holds(when, { ...facts, senderRoles: ['EMPLOYEE'] })).toBe(false);
  const { counterparties: _, seals: __, ...unknown } = facts;
  expect(holds(when, unknown)).toBe(true);
  expect(holds({}, { ...facts, businessType: '' })).toBe(true);
});
