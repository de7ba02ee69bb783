import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balancesAfter,
  COPY_ACCOUNTS,
  changeOfBalance,
  lotState,
  TRANSFER_ACCOUNTS,
  TRANSFER_KINDS,
} from '#core/credit/ledger.ts';

describe('the ledger of credits', () => {
  const transfer = fc.record({
    kind: fc.constantFrom(...TRANSFER_KINDS),
    quantity: fc.integer({ min: 1, max: 9_999 }),
  });

  it('is balanced after any transfers: all accounts sum to zero; copies are gains less losses', () => {
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 60 }), (transfers) => {
        const balances = balancesAfter(transfers);
        expect(COPY_ACCOUNTS.reduce((sum, name) => sum + balances[name], 0)).toBe(0);
        expect(balances.AVAILABLE).toBe(
          transfers.reduce((sum, { kind, quantity }) => sum + changeOfBalance(kind, quantity), 0),
        );
      }),
      { seed: 20_261_123 },
    );
  });

  it('moves every kind between two different accounts', () => {
    for (const kind of TRANSFER_KINDS)
      expect(TRANSFER_ACCOUNTS[kind].from).not.toBe(TRANSFER_ACCOUNTS[kind].to);
  });

  it('[4.12c] a recharge order is normal, expired once copies ran out with its term, or used up', () => {
    const lot = (remaining: number, expired: number, expiresAt: number | null) =>
      lotState({ remaining, expired, expiresAt }, 1_000);
    expect(lot(3, 0, null)).toBe('NORMAL');
    expect(lot(3, 0, 1_001)).toBe('NORMAL');
    // The job that books it has not run yet.
    expect(lot(3, 0, 1_000)).toBe('EXPIRED');
    expect(lot(0, 3, 900)).toBe('EXPIRED');
    expect(lot(0, 0, 900)).toBe('USED_UP');
    expect(lot(0, 0, null)).toBe('USED_UP');
  });
});
