/**
 * The ledger of credits. A credit is the right to send one task; an enterprise gets credits in lots (a trial, a gift, a
 * purchase), and each movement of credits is one transfer from an account to another, as in double-entry bookkeeping:
 * whatever leaves one account arrives in another, so the sum over all accounts is zero at any time.
 */

/** Accounts of one enterprise. ISSUED is where credits come from; its balance is minus everything that was ever given. */
export const COPY_ACCOUNTS = ['ISSUED', 'AVAILABLE', 'RESERVED', 'USED', 'EXPIRED', 'REFUNDED'] as const;
export type CopyAccount = (typeof COPY_ACCOUNTS)[number];

/** Why a lot was given. OPENING is what an enterprise had before the ledger was kept. */
export const LOT_SOURCES = ['OPENING', 'TRIAL', 'GIFT', 'PURCHASE'] as const;
export type LotSource = (typeof LOT_SOURCES)[number];

export const TRANSFER_KINDS = [
  ...LOT_SOURCES,
  'RESERVE',
  'USE',
  'RETURN',
  'EXPIRE',
  'REFUND',
  'REFUND_BACK',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/**
 * The two accounts of each kind of transfer. Sending a task reserves a credit; the first signature, a refusal or the
 * deadline spends it; a task that is revoked before anybody signed returns it to its lot. A refund deducts the unused
 * credits from the balance when it is requested, and returns them if it is rejected or withdrawn.
 */
export const TRANSFER_ACCOUNTS: Record<TransferKind, { from: CopyAccount; to: CopyAccount }> = {
  OPENING: { from: 'ISSUED', to: 'AVAILABLE' },
  TRIAL: { from: 'ISSUED', to: 'AVAILABLE' },
  GIFT: { from: 'ISSUED', to: 'AVAILABLE' },
  PURCHASE: { from: 'ISSUED', to: 'AVAILABLE' },
  RESERVE: { from: 'AVAILABLE', to: 'RESERVED' },
  USE: { from: 'RESERVED', to: 'USED' },
  RETURN: { from: 'RESERVED', to: 'AVAILABLE' },
  EXPIRE: { from: 'AVAILABLE', to: 'EXPIRED' },
  REFUND: { from: 'AVAILABLE', to: 'REFUNDED' },
  REFUND_BACK: { from: 'REFUNDED', to: 'AVAILABLE' },
};

/** What the balance of the available credits gains or loses by `quantity` credits moved by a transfer of this kind. */
export function changeOfBalance(kind: TransferKind, quantity: number): number {
  const { from, to } = TRANSFER_ACCOUNTS[kind];
  return to === 'AVAILABLE' ? quantity : from === 'AVAILABLE' ? -quantity : 0;
}

/** Balances of all accounts after the transfers; their sum is zero. */
export function balancesAfter(
  transfers: Iterable<{ kind: TransferKind; quantity: number }>,
): Record<CopyAccount, number> {
  const balances = Object.fromEntries(COPY_ACCOUNTS.map((name) => [name, 0])) as Record<CopyAccount, number>;
  for (const { kind, quantity } of transfers) {
    const { from, to } = TRANSFER_ACCOUNTS[kind];
    balances[from] -= quantity;
    balances[to] += quantity;
  }
  return balances;
}

/** State of a lot as a recharge order shows it ([4.12c]). */
export const LOT_STATES = ['NORMAL', 'EXPIRED', 'USED_UP'] as const;
export type LotState = (typeof LOT_STATES)[number];

/**
 * State of a lot at `now` (epoch ms). A lot whose last credits ran out with its term is EXPIRED; one that was spent
 * before is USED_UP, also after its term.
 */
export function lotState(
  lot: { remaining: number; expired: number; expiresAt: number | null },
  now: number,
): LotState {
  if (lot.expired > 0) return 'EXPIRED';
  if (lot.remaining === 0) return 'USED_UP';
  return lot.expiresAt !== null && lot.expiresAt <= now ? 'EXPIRED' : 'NORMAL';
}
