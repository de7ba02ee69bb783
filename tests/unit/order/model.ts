import { balancesAfter, type TransferKind } from '#core/credit/ledger.ts';
import { next } from '#core/machine.ts';
import { judgePayment } from '#core/order/judge-payment.ts';
import { quoteRefund, type RefundableOrder } from '#core/order/quote-refund.ts';
import {
  type GoodsKind,
  INVOICE_MACHINE,
  type InvoiceState,
  keeping,
  ORDER_MACHINE,
  type OrderEvent,
  type OrderState,
  type PaymentState,
  REFUND_MACHINE,
  type RefundableState,
  type RefundState,
} from '#core/order/states.ts';

/**
 * An order with its payments, refunds, invoice and lot of copies, in memory: it decides by the same functions of core as
 * the edge does, and books as the edge does, so that many histories can be played at once.
 */
export interface World {
  goods: GoodsKind;
  quantity: number;
  amountFen: number;
  state: OrderState;
  paidFen: number;
  refundedFen: number;
  invoice: InvoiceState;
  shipped: boolean;
  returned: boolean;
  payments: { id: number; state: PaymentState; paidFen: number; late: boolean }[];
  refunds: {
    payment: number;
    byItself: boolean;
    late: boolean;
    state: RefundState;
    amountFen: number;
    copies: number;
    before: RefundableState | null;
  }[];
  lot: { quantity: number; remaining: number; reserved: number; expired: number; refunded: number } | null;
  transfers: { kind: TransferKind; quantity: number }[];
  /** What the providers hold of ours: in minus out. */
  cashFen: number;
}

export const newWorld = (goods: GoodsKind, quantity: number, amountFen: number): World => ({
  goods,
  quantity,
  amountFen,
  state: ORDER_MACHINE.initial,
  paidFen: 0,
  refundedFen: 0,
  invoice: INVOICE_MACHINE.initial,
  shipped: false,
  returned: false,
  payments: [],
  refunds: [],
  lot: null,
  transfers: [],
  cashFen: 0,
});

export type Step =
  | { do: 'order'; event: 'begin' | 'expire' | 'revoke' | 'ship' | 'confirm' | 'complete' | 'receive' }
  | { do: 'pay'; attempt: number; fen: 'due' | 'less' | 'more' }
  /** Told again of a payment that was booked. */
  | { do: 'tellAgain' }
  | { do: 'reserve' | 'use' | 'return' | 'expireLot' }
  | { do: 'requestRefund'; kind: 'WHOLE' | 'UNUSED' }
  | { do: 'decide'; with: 'approve' | 'reject' | 'withdraw' }
  | { do: 'provider'; says: 'succeed' | 'fail' }
  | { do: 'retry' }
  | { do: 'invoice'; event: 'apply' | 'begin' | 'succeed' | 'fail' | 'cancel' };

/** Plays one step; one that is not allowed changes nothing, as a refused call does. */
export function play(world: World, step: Step): void {
  switch (step.do) {
    case 'order':
      move(world, step.event);
      break;
    case 'pay':
      pay(world, step.attempt, step.fen);
      break;
    case 'tellAgain':
      break;
    case 'reserve':
    case 'use':
    case 'return':
    case 'expireLot':
      playLot(world, step.do);
      break;
    case 'requestRefund':
      request(world, step.kind);
      break;
    case 'decide':
      decide(world, step.with);
      break;
    case 'provider':
      hear(world, step.says);
      break;
    case 'retry': {
      const failed = world.refunds.find(({ state }) => state === 'FAILED');
      if (failed) failed.state = next(REFUND_MACHINE, failed.state, 'retry') ?? failed.state;
      break;
    }
    case 'invoice':
      bill(world, step.event);
      break;
  }
}

function move(world: World, event: OrderEvent): void {
  if (event === 'receive' && !world.shipped) return;
  const state = next(ORDER_MACHINE, world.state, event);
  if (state === null) return;
  world.state = state;
  if (event === 'ship') world.shipped = true;
  if (event === 'receive') world.returned = true;
}

function pay(world: World, attempt: number, how: 'due' | 'less' | 'more'): void {
  // The same payment told twice has one effect.
  if (world.payments.some(({ id }) => id === attempt)) return;
  const paidFen = world.amountFen + (how === 'due' ? 0 : how === 'less' ? -1 : 1);
  if (paidFen <= 0) return;
  const verdict = judgePayment(world, paidFen);
  world.cashFen += paidFen;
  world.payments.push({
    id: attempt,
    state: verdict.payment,
    paidFen,
    late: verdict.giveBack === 'LATE',
  });
  if (verdict.event) move(world, verdict.event);
  if (verdict.giveBack) {
    world.refunds.push({
      payment: attempt,
      byItself: true,
      late: verdict.giveBack === 'LATE',
      state: 'RUNNING',
      amountFen: paidFen,
      copies: 0,
      before: null,
    });
    return;
  }
  world.paidFen = paidFen;
  if (world.goods !== 'COPIES') return;
  const { quantity } = world;
  world.lot = { quantity, remaining: quantity, reserved: 0, expired: 0, refunded: 0 };
  world.transfers.push({ kind: 'PURCHASE', quantity });
}

function playLot({ lot, transfers }: World, step: 'reserve' | 'use' | 'return' | 'expireLot'): void {
  if (!lot) return;
  if (step === 'reserve' && lot.remaining > 0) {
    lot.remaining--;
    lot.reserved++;
    transfers.push({ kind: 'RESERVE', quantity: 1 });
  }
  if (step === 'use' && lot.reserved > 0) {
    lot.reserved--;
    transfers.push({ kind: 'USE', quantity: 1 });
  }
  if (step === 'return' && lot.reserved > 0) {
    lot.reserved--;
    lot.remaining++;
    transfers.push({ kind: 'RETURN', quantity: 1 });
  }
  if (step === 'expireLot' && lot.remaining > 0) {
    transfers.push({ kind: 'EXPIRE', quantity: lot.remaining });
    lot.expired += lot.remaining;
    lot.remaining = 0;
  }
}

function request(world: World, kind: 'WHOLE' | 'UNUSED'): void {
  if (next(ORDER_MACHINE, world.state, 'refund') === null) return;
  const order: RefundableOrder = { ...world, remaining: world.lot?.remaining ?? 0 };
  const quote = quoteRefund(order, kind);
  const kept = world.payments.find(({ state }) => state === 'PAID');
  if (!quote || !kept) return;
  world.refunds.push({
    payment: kept.id,
    byItself: false,
    late: false,
    state: REFUND_MACHINE.initial,
    amountFen: quote.amountFen,
    copies: quote.copies,
    before: world.state as RefundableState,
  });
  world.refundedFen += quote.amountFen;
  if (world.lot && quote.copies > 0) {
    world.lot.remaining -= quote.copies;
    world.lot.refunded += quote.copies;
    world.transfers.push({ kind: 'REFUND', quantity: quote.copies });
  }
  move(world, 'refund');
}

function decide(world: World, how: 'approve' | 'reject' | 'withdraw'): void {
  const refund = world.refunds.find(({ state }) => state === 'REQUESTED');
  if (!refund?.before) return;
  if (how === 'approve') {
    if (world.shipped && !world.returned) return;
    refund.state = next(REFUND_MACHINE, refund.state, 'approve') ?? refund.state;
    return;
  }
  if (world.state !== 'REFUNDING') return;
  refund.state = next(REFUND_MACHINE, refund.state, how) ?? refund.state;
  move(world, keeping(refund.before));
  world.refundedFen -= refund.amountFen;
  if (!world.lot || refund.copies === 0) return;
  world.lot.remaining += refund.copies;
  world.lot.refunded -= refund.copies;
  world.transfers.push({ kind: 'REFUND_BACK', quantity: refund.copies });
}

function hear(world: World, says: 'succeed' | 'fail'): void {
  const refund = world.refunds.find(({ state }) => state === 'RUNNING');
  if (!refund) return;
  // The invoice is reversed first; while it is being issued, the refund waits.
  if (!refund.byItself) {
    if (world.invoice === 'ISSUING') return;
    world.invoice = next(INVOICE_MACHINE, world.invoice, 'cancel') ?? world.invoice;
  }
  refund.state = next(REFUND_MACHINE, refund.state, says) ?? refund.state;
  if (refund.state !== 'DONE') return;
  world.cashFen -= refund.amountFen;
  if (!refund.byItself || refund.late) move(world, 'refundDone');
}

function bill(world: World, event: 'apply' | 'begin' | 'succeed' | 'fail' | 'cancel'): void {
  const rest = world.paidFen - world.refundedFen;
  if (event === 'apply' && (rest <= 0 || ['REFUNDING', 'RETURNED'].includes(world.state))) return;
  if (event === 'cancel' && world.state === 'REFUNDING') return;
  world.invoice = next(INVOICE_MACHINE, world.invoice, event) ?? world.invoice;
}

/** What is wrong with a world; null where all holds that must hold at any time. */
export function wrong(world: World): string | null {
  const balances = balancesAfter(world.transfers);
  const sum = Object.values(balances).reduce((all, one) => all + one, 0);
  if (sum !== 0) return `the ledger is out of balance by ${sum}`;
  const { lot } = world;
  if ((lot?.remaining ?? 0) !== balances.AVAILABLE) return 'the lot differs from the ledger';
  if ((lot?.reserved ?? 0) !== balances.RESERVED) return 'the reservations differ from the ledger';
  if ((lot?.refunded ?? 0) !== balances.REFUNDED) return 'what was refunded differs from the ledger';
  if (Object.entries(balances).some(([name, n]) => name !== 'ISSUED' && n < 0))
    return 'an account is below zero';
  if (world.refundedFen < 0 || world.refundedFen > world.paidFen) return 'more is refunded than was paid';
  if (world.paidFen !== 0 && world.paidFen !== world.amountFen) return 'a wrong amount was kept';
  const kept = world.payments.filter(({ state }) => state === 'PAID');
  if (kept.length > 1) return 'two payments were kept';
  if ((kept.length === 1) !== world.paidFen > 0) return 'what was paid differs from the payments';
  if (world.goods === 'COPIES' && (lot !== null) !== (kept.length === 1))
    return 'credited without being paid, or not';
  for (const { id, paidFen } of world.payments) {
    const gone = world.refunds
      .filter(({ payment, state }) => payment === id && !['REJECTED', 'WITHDRAWN'].includes(state))
      .reduce((all, { amountFen }) => all + amountFen, 0);
    if (gone > paidFen) return 'more goes back than came';
  }
  const owed = world.refunds
    .filter(({ byItself, state }) => byItself && state !== 'DONE')
    .reduce((all, { amountFen }) => all + amountFen, 0);
  const running = world.refunds
    .filter(({ byItself, state }) => !byItself && !['DONE', 'REJECTED', 'WITHDRAWN'].includes(state))
    .reduce((all, { amountFen }) => all + amountFen, 0);
  if (world.cashFen !== world.paidFen - world.refundedFen + owed + running) return 'money was lost or made';
  const unpaid = ['TO_PAY', 'PAYING', 'CLOSED', 'REVOKED'].includes(world.state);
  if (unpaid && kept.length > 0) return `the order is ${world.state} and was paid`;
  if (unpaid && !['NOT_ISSUED'].includes(world.invoice)) return 'an unpaid order has an invoice';
  if (world.state === 'COMPLETED' && kept.length === 0) return 'a completed order was not paid';
  return null;
}
