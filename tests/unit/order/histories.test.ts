import { describe, expect, it } from 'vitest';
import { ORDER_MACHINE, ORDER_STATES, type OrderState } from '#core/order/states.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { newWorld, play, type Step, type World, wrong } from './model.ts';

const SEED = 20_261_123;
const HISTORIES = 100_000;

/** Steps in the weights in which they make long histories. */
function stepFrom(random: () => number): Step {
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const kind = random();
  if (kind < 0.14)
    return { do: 'pay', attempt: Math.floor(random() * 6), fen: pick('due', 'due', 'due', 'less', 'more') };
  if (kind < 0.3)
    return {
      do: 'order',
      event: pick('begin', 'begin', 'expire', 'revoke', 'ship', 'confirm', 'complete', 'receive'),
    };
  if (kind < 0.5) return { do: pick('reserve', 'reserve', 'use', 'return', 'expireLot') };
  if (kind < 0.62) return { do: 'requestRefund', kind: pick('WHOLE', 'UNUSED') };
  if (kind < 0.74) return { do: 'decide', with: pick('approve', 'approve', 'reject', 'withdraw') };
  if (kind < 0.86) return { do: 'provider', says: pick('succeed', 'succeed', 'fail') };
  if (kind < 0.9) return { do: 'retry' };
  if (kind < 0.91) return { do: 'tellAgain' };
  return { do: 'invoice', event: pick('apply', 'begin', 'succeed', 'fail', 'cancel') };
}

/** Where an order may go from each state; the specification names the states and leaves the ways open. */
const WAYS: Record<OrderState, readonly OrderState[]> = {
  TO_PAY: ['PAYING', 'COMPLETED', 'TO_SHIP', 'CLOSED', 'REVOKED'],
  PAYING: ['TO_PAY', 'COMPLETED', 'TO_SHIP', 'CLOSED', 'REVOKED'],
  TO_SHIP: ['SHIPPED', 'REFUNDING'],
  SHIPPED: ['CONFIRMED', 'REFUNDING'],
  CONFIRMED: ['COMPLETED', 'REFUNDING'],
  COMPLETED: ['REFUNDING'],
  REFUNDING: ['RETURNED', 'REFUNDED', 'COMPLETED', 'TO_SHIP', 'SHIPPED', 'CONFIRMED'],
  RETURNED: ['REFUNDED'],
  REFUNDED: ['REFUNDING'],
  CLOSED: ['REFUNDING'],
  REVOKED: ['REFUNDING'],
};

describe('orders', () => {
  it(`[4.12a] [4.12e] stay balanced, by written ways alone, over ${HISTORIES} random histories (seed ${SEED})`, () => {
    const random = randomFrom(SEED);
    const seen = new Set<OrderState>();
    const moves = new Set<string>();
    for (let i = 0; i < HISTORIES; i++) {
      const world: World = newWorld(
        random() < 0.75 ? 'COPIES' : 'UKEY',
        1 + Math.floor(random() * 20),
        1 + Math.floor(random() * 30_000),
      );
      const history: Step[] = [];
      const length = 6 + Math.floor(random() * 22);
      for (let n = 0; n < length; n++) {
        const step = stepFrom(random);
        const before = world.state;
        history.push(step);
        play(world, step);
        const fault = wrong(world);
        if (fault) expect.fail(`history ${i}: ${fault}\n${JSON.stringify({ history, world })}`);
        seen.add(world.state);
        if (before !== world.state) moves.add(`${before} ${world.state}`);
      }
    }
    // Every state was reached, by every way that is written down and by no other.
    expect([...seen].toSorted()).toEqual([...ORDER_STATES].toSorted());
    const written = ORDER_STATES.flatMap((from) => WAYS[from].map((to) => `${from} ${to}`));
    expect([...moves].toSorted()).toEqual(written.toSorted());
    const ofMachine = ORDER_STATES.flatMap((from) =>
      Object.values(ORDER_MACHINE.transitions[from]).flatMap((to) => (from === to ? [] : [`${from} ${to}`])),
    );
    expect([...new Set(ofMachine)].toSorted()).toEqual(written.toSorted());
  });
});
