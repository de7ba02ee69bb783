import { expect, it } from 'vitest';
import { MENU, type MenuEntry } from '#core/identity/menu.ts';
import { can } from '#core/machine.ts';
import { type ActionFacts, TASK_ACTIONS, type TaskAction, taskActions } from '#core/task/actions.ts';
import { TASK_MACHINE } from '#core/task/states.ts';

const facts = ({ state = 'IN_PROGRESS', ...change }: Partial<ActionFacts> = {}): ActionFacts => ({
  state,
  allows: (event) => can(TASK_MACHINE, state, event),
  myTurn: false,
  initiator: false,
  sentByThem: false,
  forEnterprise: false,
  sendable: false,
  inTime: true,
  ...change,
});
const VIEWING: readonly TaskAction[] = ['preview', 'download', 'trail'];
const beside = (change: Partial<ActionFacts>) =>
  taskActions(facts(change)).filter((action) => !VIEWING.includes(action));

it('a task offers what its state, its term and the identity allow', () => {
  expect(beside({})).toEqual([]);
  expect(beside({ myTurn: true })).toEqual(['sign', 'reject']);
  expect(beside({ myTurn: true, forEnterprise: true })).toEqual(['sign', 'reject', 'handOver']);
  expect(beside({ myTurn: true, inTime: false })).toEqual([]);
  expect(beside({ initiator: true })).toEqual(['urge', 'revoke', 'again', 'extend', 'correct']);
  expect(beside({ initiator: true, state: 'NOT_STARTED' })).toEqual(['revoke', 'again', 'extend', 'correct']);
  expect(beside({ initiator: true, state: 'REVIEWING' })).toEqual(['revoke', 'again']);
  expect(beside({ initiator: true, sentByThem: true, state: 'REVIEWING' })).toEqual([
    'revoke',
    'again',
    'correct',
  ]);
  expect(beside({ initiator: true, mayPlace: true })).toContain('addPlaces');
  expect(beside({ initiator: true, state: 'ENDED', sendable: true })).toEqual(['again', 'send']);
  expect(beside({ forEnterprise: true, state: 'ENDED', mayVoid: true })).toEqual(['void']);
  expect(beside({ state: 'ENDED', mayVoid: true })).toEqual([]);
});

it('each action needs a button that the menu has, or none', () => {
  const names = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap(({ name, children = [] }) => [name, ...names(children)]);
  const buttons = names(MENU);
  expect(TASK_ACTIONS.filter(({ menu }) => menu !== null && !buttons.includes(menu))).toEqual([]);
});
