import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from '#core/amount-in-words.ts';
import { next, statesThatAllow } from '#core/machine.ts';
import { compareBill } from '#core/order/compare-bill.ts';
import { invoiceForm } from '#core/order/invoice-form.ts';
import { invoiceSheet, SHEET } from '#core/order/invoice-sheet.ts';
import { judgePayment } from '#core/order/judge-payment.ts';
import { fenOf, yuan } from '#core/order/money.ts';
import { quoteRefund } from '#core/order/quote-refund.ts';
import {
  goodsStateOf,
  INVOICE_STATES,
  keeping,
  OPEN_STATES,
  ORDER_MACHINE,
  ORDER_STATES,
  PAY_STATES,
  payStateOf,
  REFUNDABLE_STATES,
} from '#core/order/states.ts';
import { INVOICE } from '../../api/order/invoice-form.ts';

describe('the states of an order', () => {
  it('[4.12a] [4.12b] [4.12d] are those of the specification', () => {
    expect(ORDER_STATES.toSorted()).toEqual(
      [
        'TO_PAY',
        'PAYING',
        'COMPLETED',
        'REFUNDING',
        'REFUNDED',
        'TO_SHIP',
        'SHIPPED',
        'CLOSED',
        'RETURNED',
        'CONFIRMED',
        'REVOKED',
      ].toSorted(),
    );
    expect(PAY_STATES).toEqual(['UNPAID', 'PAYING', 'PAID']);
    expect(INVOICE_STATES.toSorted()).toEqual(
      ['NOT_ISSUED', 'ISSUING', 'ISSUED', 'APPLIED', 'FAILED', 'CANCELLED'].toSorted(),
    );
  });

  it('return from a rejected refund to the state of its request, and nowhere else', () => {
    expect(statesThatAllow(ORDER_MACHINE, 'refund').toSorted()).toEqual([...REFUNDABLE_STATES].toSorted());
    for (const state of REFUNDABLE_STATES)
      expect(next(ORDER_MACHINE, 'REFUNDING', keeping(state))).toBe(state);
  });

  it('say whether it was paid, and what became of the goods, so that nothing contradicts', () => {
    for (const state of OPEN_STATES) expect(payStateOf(state)).not.toBe('PAID');
    const none = { deliveredAt: null, shippedAt: null, confirmedAt: null, returnedAt: null };
    const copies = { ...none, kind: 'COPIES' as const };
    expect(goodsStateOf({ ...copies, state: 'PAYING' })).toBe('NONE');
    expect(goodsStateOf({ ...copies, state: 'REFUNDED' })).toBe('NONE');
    expect(goodsStateOf({ ...copies, state: 'COMPLETED', deliveredAt: 1 })).toBe('DELIVERED');
    expect(goodsStateOf({ ...copies, state: 'REFUNDED', deliveredAt: 1 })).toBe('TAKEN_BACK');
    const keys = { ...none, kind: 'UKEY' as const };
    expect(goodsStateOf({ ...keys, state: 'TO_SHIP' })).toBe('TO_SHIP');
    expect(goodsStateOf({ ...keys, state: 'REFUNDING', shippedAt: 1 })).toBe('SHIPPED');
    expect(goodsStateOf({ ...keys, state: 'CONFIRMED', shippedAt: 1, confirmedAt: 2 })).toBe('CONFIRMED');
    expect(goodsStateOf({ ...keys, state: 'REFUNDED', shippedAt: 1, returnedAt: 3 })).toBe('RETURNED');
  });
});

describe('money', () => {
  it('that arrives is kept once, for an order that waits, in its amount; the rest goes back', () => {
    const order = { goods: 'COPIES' as const, amountFen: 100 };
    for (const state of ORDER_STATES) {
      const right = judgePayment({ ...order, state }, 100);
      expect(right.payment).toBe(OPEN_STATES.includes(state) ? 'PAID' : 'RETURNED');
      expect(right.giveBack === null).toBe(right.payment === 'PAID');
      expect(judgePayment({ ...order, state }, 99).payment).toBe('RETURNED');
      if (right.event) expect(next(ORDER_MACHINE, state, right.event)).not.toBeNull();
    }
    expect(judgePayment({ ...order, state: 'CLOSED' }, 100).giveBack).toBe('LATE');
    expect(judgePayment({ ...order, state: 'COMPLETED' }, 100).giveBack).toBe('TWICE');
    expect(judgePayment({ ...order, state: 'PAYING' }, 99).giveBack).toBe('AMOUNT');
  });

  it('refunded is never more than the rest, whatever was bought, used and refunded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.nat(),
        fc.nat(),
        (quantity, paidFen, used, refunded) => {
          const order = {
            state: 'COMPLETED' as const,
            goods: 'COPIES' as const,
            quantity,
            paidFen,
            refundedFen: refunded % (paidFen + 1),
            remaining: quantity - (used % (quantity + 1)),
          };
          const rest = order.paidFen - order.refundedFen;
          for (const kind of ['WHOLE', 'UNUSED'] as const) {
            const quote = quoteRefund(order, kind);
            if (!quote) continue;
            expect(quote.amountFen).toBeGreaterThan(0);
            expect(quote.amountFen).toBeLessThanOrEqual(rest);
            expect(quote.copies).toBe(order.remaining);
          }
        },
      ),
      { seed: 20_261_123, numRuns: 2_000 },
    );
  });

  it('is read and written in yuan without a rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => {
        expect(fenOf(yuan(fen))).toBe(fen);
      }),
      { seed: 20_261_123 },
    );
    for (const text of ['', '1.234', '-1', '1e3', '0x1', 'abc', '1.2.3']) expect(fenOf(text)).toBeNull();
    expect(fenOf('12.5')).toBe(1_250);
  });

  it('is written in the characters that nobody can alter', () => {
    const words: [number, string][] = [
      [10_001, '壹佰元零壹分'],
      [19_900, '壹佰玖拾玖元整'],
      [100_000, '壹仟元整'],
      [100_500_000, '壹佰万零伍仟元整'],
      [1_234_567_890, '壹仟贰佰叁拾肆万伍仟陆佰柒拾捌元玖角整'],
      [1_050, '壹拾元伍角整'],
      [5, '伍分'],
      [0, '零元整'],
      [-9_000, '（负数）玖拾元整'],
      [10_000_000_000, '壹亿元整'],
    ];
    for (const [fen, text] of words) expect(amountInWords(fen, { negative: '（负数）' })).toBe(text);
  });
});

describe('an invoice', () => {
  it('[5.16a] requires a valid e-mail and phone, and every field of its type', () => {
    expect(invoiceForm.safeParse(INVOICE).success).toBe(true);
    const refused = (change: object) => {
      const parsed = invoiceForm.safeParse({ ...INVOICE, ...change });
      return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
    };
    expect(refused({ email: 'a@b' })).toEqual(['email']);
    expect(refused({ phone: '123' })).toEqual(['phone']);
    for (const name of ['title', 'taxId', 'contact', 'email', 'phone', 'address'])
      expect(refused({ [name]: ' ' })).toContain(name);
    expect(refused({ type: 'SPECIAL' })).toEqual([
      'registeredAddress',
      'registeredPhone',
      'bankName',
      'bankAccount',
    ]);
  });

  it('has number, day, both sides, amount in figures and words; a red one, what it reverses', () => {
    const content = {
      number: '26352000000000000001',
      type: 'NORMAL' as const,
      issuedAt: Date.UTC(2026, 10, 22, 17),
      seller: { name: '销售公司', taxId: '91350200776049653A' },
      buyer: INVOICE,
      item: '签署套餐',
      quantity: 10,
      amountFen: -10_001,
      orderNumber: 'OD1',
      reverses: '26352000000000000000',
      note: '',
    };
    const { texts, lines } = invoiceSheet(content);
    const all = texts.map(({ text }) => text).join('\n');
    for (const part of [
      '26352000000000000001',
      '2026年11月23日',
      '销售公司',
      INVOICE.title,
      '¥-100.01',
      '红字',
    ])
      expect(all).toContain(part);
    expect(all).toContain('对应蓝字发票号码：26352000000000000000');
    for (const { x, y, width } of texts) expect(x + width <= SHEET.width && y < SHEET.height).toBe(true);
    for (const line of lines) expect(Math.max(...line)).toBeLessThanOrEqual(SHEET.width);
  });
});

describe('a bill', () => {
  it('is compared line by line: only there, only here, another amount', () => {
    const payment = (number: string, amountFen: number) => ({ kind: 'payment' as const, number, amountFen });
    const refund = (number: string, amountFen: number) => ({ kind: 'refund' as const, number, amountFen });
    expect(
      compareBill(
        [payment('a', 1), payment('b', 2), payment('c', 3), refund('a', 1)],
        [payment('a', 1), payment('c', 4), refund('a', 1), refund('z', 9)],
      ),
    ).toEqual({
      matched: 2,
      differences: [
        { kind: 'payment', problem: 'ONLY_THERE', number: 'b', hereFen: null, thereFen: 2 },
        { kind: 'payment', problem: 'AMOUNT', number: 'c', hereFen: 4, thereFen: 3 },
        { kind: 'refund', problem: 'ONLY_HERE', number: 'z', hereFen: 9, thereFen: null },
      ],
    });
  });
});
