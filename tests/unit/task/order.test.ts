import { expect, it } from 'vitest';
import { groupsInOrder, putInOrder } from '#core/task/order.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name, signOrder: 0 })) as [
  { name: string; signOrder: number },
  { name: string; signOrder: number },
  { name: string; signOrder: number },
  { name: string; signOrder: number },
];
const said = (groups: { name: string }[][]) =>
  groups.map((group) => group.map(({ name }) => name).join('')).join(' ');

it('signers are grouped by who signs at one time, all together if order does not matter', () => {
  const signers = [
    { ...a, signOrder: 2 },
    { ...b, signOrder: 1 },
    { ...c, signOrder: 2 },
  ];
  expect(said(groupsInOrder(signers, true))).toBe('b ac');
  expect(said(groupsInOrder(signers, false))).toBe('abc');
  expect(groupsInOrder([], false)).toEqual([]);
});

it('a signer is put before, after or beside another, and leaves no empty group behind', () => {
  const groups = [[a], [b, c], [d]];
  expect(said(putInOrder(groups, d, { beside: a, as: 'BEFORE' }))).toBe('d a bc');
  expect(said(putInOrder(groups, a, { beside: c, as: 'AFTER' }))).toBe('bc a d');
  expect(said(putInOrder(groups, a, { beside: b, as: 'WITH' }))).toBe('bac d');
  expect(said(putInOrder(groups, b, { beside: c, as: 'AFTER' }))).toBe('a c b d');
  expect(said(putInOrder(groups, b, { beside: b, as: 'WITH' }))).toBe('a bc d');
});
