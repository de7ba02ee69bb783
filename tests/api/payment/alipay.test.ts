import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { outbox, paymentNotice } from '#db/schema/index.ts';
import { openPayment } from '#edge/payment/providers.ts';
import { servePaymentNotices } from '#edge/payment/take-notice.ts';
import { faultIn } from '#tests/fixtures/faults.ts';
import { type AlipayServer, startAlipay } from '#tests/fixtures/payment/alipay-server.ts';
import { chinaClock } from '#tests/fixtures/payment/answering-server.ts';
import { endOf, paymentContext } from '#tests/fixtures/payment/payment-context.ts';
import { newTradeNo } from '#tests/fixtures/payments.ts';
import { database } from '#tests/fixtures/people.ts';

let alipay: AlipayServer;
let log: string[];
let presentKey: AlipayServer['formerKey'];
beforeAll(async () => {
  alipay = await startAlipay();
  presentKey = alipay.state.key;
});
afterAll(() => alipay.close());
beforeEach(() => {
  Object.assign(alipay.state, {
    spoil: '',
    spoilBill: '',
    isSlow: false,
    says: [],
    billLines: [],
    key: presentKey,
  });
  alipay.faults.length = 0;
  log = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void log.push(faultIn(words[0])));
});
afterEach(() => vi.restoreAllMocks());

const open = async (more: object = {}, now?: number) =>
  openPayment(await paymentContext({ ...alipay.env, ...more }, now), 'alipay');

const trade = (tradeNo: string, amountFen = 19_900) => ({
  tradeNo,
  amountFen,
  subject: '合同份数 100 份/“含税” & 100%',
  expiresAt: new Date(Date.now() + 30 * 60_000),
  notifyUrl: 'https://signet.example/pay/notify/alipay',
});

async function begun(amountFen = 19_900): Promise<string> {
  const tradeNo = newTradeNo();
  await (await open()).begin(trade(tradeNo, amountFen));
  return tradeNo;
}

async function paid(amountFen = 19_900): Promise<string> {
  const tradeNo = await begun(amountFen);
  alipay.pay(tradeNo);
  return tradeNo;
}

describe('a trade at Alipay', () => {
  it('is started once for repeated requests, exists once it is scanned, and is found to be paid', async () => {
    const provider = await open();
    const tradeNo = newTradeNo();
    const first = await provider.begin(trade(tradeNo, 9_999_999_907));
    expect(first).toEqual({ qr: `https://qr.alipay.com/${tradeNo}` });
    expect(await provider.begin(trade(tradeNo, 9_999_999_907))).toEqual(first);
    expect(await provider.ask(tradeNo)).toEqual({ state: 'unknown' });
    alipay.scan(tradeNo);
    expect(await provider.ask(tradeNo)).toEqual({ state: 'waiting' });
    const at = Math.floor(Date.now() / 1000) * 1000;
    alipay.pay(tradeNo, at);
    expect(await provider.ask(tradeNo)).toEqual({
      state: 'paid',
      providerNo: alipay.trades.get(tradeNo)!.no,
      paidFen: 9_999_999_907,
      paidAt: new Date(at),
    });
    expect(await endOf(provider.begin(trade(tradeNo, 9_999_999_907)))).toBe('PAYMENT_ALREADY_PAID');
    expect(await endOf(provider.close(tradeNo))).toBe('PAYMENT_ALREADY_PAID');
  });

  it('contains amounts in yuan to the fen, times in China, and the notification URL', async () => {
    const from = Date.now();
    const tradeNo = await begun(29);
    const until = Date.now();
    const form = new URLSearchParams(alipay.asked.findLast(({ body }) => body.includes(tradeNo))!.body);
    expect(form.get('notify_url')).toBe('https://signet.example/pay/notify/alipay');
    const content = JSON.parse(form.get('biz_content')!) as Record<string, string>;
    expect(content).toMatchObject({ total_amount: '0.29', seller_id: alipay.env.ALIPAY_SELLER_ID });
    expect(content.qr_code_timeout_express).toMatch(/^(30|31)m$/);
    const ends = Date.parse(`${content.time_expire!.replace(' ', 'T')}+08:00`);
    // written to the second
    expect(ends).toBeGreaterThan(from + 30 * 60_000 - 1_000);
    expect(ends).toBeLessThanOrEqual(until + 30 * 60_000);
  });

  it('is closed permanently, even if nobody has scanned it', async () => {
    const provider = await open();
    const tradeNo = await begun();
    await provider.close(tradeNo);
    alipay.scan(tradeNo);
    await provider.close(tradeNo);
    await provider.close(tradeNo);
    expect(await provider.ask(tradeNo)).toEqual({ state: 'closed' });
  });

  it('cannot be started again with another amount, for example after a price change', async () => {
    const tradeNo = await begun(100);
    expect(await endOf((await open()).begin(trade(tradeNo, 101)))).toBe('PAYMENT_REFUSED');
  });
});

describe('a refund at Alipay', () => {
  const refund = (tradeNo: string, refundNo: string, amountFen: number) => ({
    tradeNo,
    refundNo,
    amountFen,
    totalFen: 1_000,
    reason: '未使用的份数',
  });

  it('refunds money once per number, and never more than the rest', async () => {
    const tradeNo = await paid(1_000);
    const provider = await open();
    const done = { state: 'done', providerRefundNo: alipay.trades.get(tradeNo)!.no };
    expect(await provider.refund(refund(tradeNo, 'R1', 600))).toEqual(done);
    expect(await provider.refund(refund(tradeNo, 'R1', 600))).toEqual(done);
    expect(await provider.askRefund({ tradeNo, refundNo: 'R1' })).toEqual(done);
    expect(await provider.refund(refund(tradeNo, 'R2', 401))).toEqual({
      state: 'failed',
      why: 'REFUND_AMT_NOT_EQUAL_TOTAL',
    });
    expect(await provider.refund(refund(tradeNo, 'R1', 1))).toEqual({
      state: 'failed',
      why: 'DISCORDANT_REPEAT_REQUEST',
    });
    expect(await provider.refund(refund(tradeNo, 'R3', 400))).toEqual(done);
    // Refunded whole it is closed at Alipay, and was paid all the same.
    expect(alipay.trades.get(tradeNo)!.status).toBe('TRADE_CLOSED');
    expect(await provider.ask(tradeNo)).toMatchObject({ state: 'paid', paidFen: 1_000 });
  });

  it('is pending while no money has moved, and unknown when it is queried too soon', async () => {
    const tradeNo = await paid(1_000);
    const provider = await open();
    alipay.state.isSlow = true;
    expect(await provider.refund(refund(tradeNo, 'R1', 600))).toEqual({ state: 'running' });
    expect(await provider.askRefund({ tradeNo, refundNo: 'R1' })).toEqual({
      state: 'failed',
      why: 'UNKNOWN',
    });
    alipay.state.isSlow = false;
    expect(await provider.askRefund({ tradeNo, refundNo: 'R1' })).toMatchObject({ state: 'done' });
    const asked = { tradeNo: newTradeNo(), refundNo: 'R1' };
    expect(await provider.askRefund(asked)).toEqual({ state: 'failed', why: 'UNKNOWN' });
  });
});

describe('what Alipay answers', () => {
  it.each([
    ['signature', 'the signature of an answer'],
    ['unsigned', 'the signature of an answer'],
    ['changed', 'the signature of an answer'],
    ['otherTrade', 'about another trade'],
    ['twice', 'answered what it may not'],
  ] as const)('is not acted on where it is wrong: %s', async (spoil, words) => {
    const tradeNo = await paid();
    alipay.state.spoil = spoil;
    const no = { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' };
    if (spoil === 'changed') alipay.state.says = [no, no, no];
    expect(await endOf((await open()).ask(tradeNo))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toContain(words);
  });

  it('is verified over the bytes as received, in any order and with any whitespace', async () => {
    const tradeNo = await paid();
    const { no } = alipay.trades.get(tradeNo)!;
    alipay.state.says = [
      {
        sub: { sign: 'x', deep: ['}', '{', '"', '\\'] },
        total_amount: '199.00',
        trade_no: no,
        code: '10000',
        out_trade_no: tradeNo,
        trade_status: 'TRADE_FINISHED',
        send_pay_date: '2026-11-23 00:00:01',
      },
    ];
    expect(await (await open()).ask(tradeNo)).toEqual({
      state: 'paid',
      providerNo: no,
      paidFen: 19_900,
      paidAt: new Date('2026-11-22T16:00:01Z'),
    });
  });

  it('is requested again after a 5xx, a broken connection, one after the work, and "system busy"', async () => {
    for (const fault of [500, 'drop', 'dropAfter'] as const) {
      alipay.faults.push(fault);
      await begun();
    }
    const tradeNo = await paid();
    alipay.state.says = [
      { code: '20000', sub_code: 'isp.unknow-error' },
      { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' },
    ];
    expect(await (await open()).ask(tradeNo)).toMatchObject({ state: 'paid' });
  });

  it('is waited for three times and no longer', async () => {
    const provider = await open();
    const waits = vi.spyOn(AbortSignal, 'timeout');
    alipay.faults.push(503, 503, 503, 503);
    alipay.asked.length = 0;
    expect(await endOf(provider.ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
    expect(alipay.asked).toHaveLength(3);
    expect(waits.mock.calls).toEqual([[4_000], [4_000], [4_000]]);
  });

  it('may be signed with the former key while the keys are changed, and with no other', async () => {
    const tradeNo = await paid();
    alipay.state.key = alipay.formerKey;
    expect(await (await open()).ask(tradeNo)).toMatchObject({ state: 'paid' });
    const [, present] = alipay.env.ALIPAY_PUBLIC_KEY.split(',');
    expect(await endOf((await open({ ALIPAY_PUBLIC_KEY: present })).ask(tradeNo))).toBe(
      'PAYMENT_UNAVAILABLE',
    );
  });

  it('refuses a clock that is behind', async () => {
    expect(await endOf((await open({}, Date.now() - 3_600_000)).ask(newTradeNo()))).toBe(
      'PAYMENT_UNAVAILABLE',
    );
  });
});

describe('a notification of Alipay', () => {
  it('says what was paid', async () => {
    const tradeNo = await begun(5);
    const at = Math.floor(Date.now() / 1000) * 1000;
    alipay.pay(tradeNo, at);
    expect(await (await open()).read(alipay.notice(tradeNo))).toEqual({
      kind: 'payment',
      tradeNo,
      providerNo: alipay.trades.get(tradeNo)!.no,
      paidFen: 5,
      paidAt: new Date(at),
    });
  });

  it('is rejected with a reason: signature, age, merchant, currency, format; no news is no error', async () => {
    const tradeNo = await paid();
    const provider = await open();
    const reason = async (change: Parameters<typeof alipay.notice>[1]) =>
      (await endOf(provider.read(alipay.notice(tradeNo, change)))).replace('PAYMENT_NOTICE_REFUSED ', '');
    expect(await reason({ by: alipay.strangersKey })).toBe('signature');
    expect(await reason({ change: { app_id: '2021000000000002' } })).toBe('merchant');
    expect(await reason({ change: { seller_id: '2088000000000002' } })).toBe('merchant');
    expect(await reason({ change: { trans_currency: 'USD' } })).toBe('currency');
    expect(await reason({ change: { notify_time: chinaClock(Date.now() - 27 * 3_600_000) } })).toBe('age');
    expect(await reason({ change: { notify_time: chinaClock(Date.now() + 3_600_000) } })).toBe('age');
    for (const wrong of ['19,900', '1e3', '-1.005', '', '0x10', '1.999', ' 1'])
      expect(await reason({ change: { total_amount: wrong } })).toBe('form');
    expect(await reason({ change: { charset: 'gbk' } })).toBe('form');
    expect(await reason({ change: { trade_status: 'WAIT_BUYER_PAY' } })).toBe('nothing');
    expect(await reason({ change: { trade_status: 'TRADE_CLOSED', gmt_payment: '' } })).toMatch(
      /nothing|form/,
    );
    expect(await reason({ change: { notify_type: 'other' } })).toBe('nothing');
    const changed = alipay.notice(tradeNo);
    changed.body = changed.body.replace('total_amount=199.00', 'total_amount=1.99');
    expect(await endOf(provider.read(changed))).toBe('PAYMENT_NOTICE_REFUSED signature');
    // A name that stands twice: which of both was signed?
    const twice = alipay.notice(tradeNo);
    twice.body += '&total_amount=1.99';
    expect(await endOf(provider.read(twice))).toBe('PAYMENT_NOTICE_REFUSED form');
    expect(await endOf(provider.read({ headers: new Headers(), body: '' }))).toBe(
      'PAYMENT_NOTICE_REFUSED signature',
    );
  });

  async function posted(notice: { headers: Headers; body: string }) {
    const context = await paymentContext(alipay.env);
    const request = new Request('https://signet.example/pay/notify/alipay', { method: 'POST', ...notice });
    return (await servePaymentNotices(request, context)).text();
  }

  it('is answered `success` once it is stored, and stored once however often it comes', async () => {
    const tradeNo = await paid();
    const notice = alipay.notice(tradeNo);
    // The same notify_id again, and the same facts under another one.
    const again = alipay.notice(tradeNo, {
      change: { notify_id: 'another', notify_time: chinaClock(Date.now() + 1_000) },
    });
    expect(await Promise.all([posted(notice), posted(notice), posted(again)])).toEqual([
      'success',
      'success',
      'success',
    ]);
    // A partial refund is told by repeating what was paid.
    const refunded = alipay.notice(tradeNo, { change: { refund_fee: '1.00', gmt_refund: chinaClock() } });
    expect(await posted(refunded)).toBe('success');
    expect(
      await database().select().from(paymentNotice).where(eq(paymentNotice.tradeNo, tradeNo)),
    ).toHaveLength(1);
    const effects = await database()
      .select()
      .from(outbox)
      .where(eq(outbox.key, `trade:${tradeNo}`));
    expect(effects).toMatchObject([
      { payload: { provider: 'alipay', notice: { tradeNo, paidFen: 19_900 } } },
    ]);
    await database()
      .delete(outbox)
      .where(eq(outbox.key, `trade:${tradeNo}`));
    expect(await posted(alipay.notice(tradeNo, { by: alipay.strangersKey }))).toBe('failure');
    expect(log).toEqual(['payment notification of alipay not taken: PAYMENT_NOTICE_REFUSED signature']);
  });
});

describe('the bill of a day of Alipay', () => {
  const today = () => chinaDay(Date.now());

  it('holds every payment and refund', async () => {
    const tradeNo = await paid(12_345);
    const provider = await open();
    await provider.refund({ tradeNo, refundNo: 'R1', amountFen: 45, totalFen: 12_345, reason: '' });
    const providerNo = alipay.trades.get(tradeNo)!.no;
    const lines = (await provider.bill(today())).filter((line) => line.tradeNo === tradeNo);
    expect(lines.map(({ at, ...line }) => ({ ...line, day: chinaDay(at.getTime()) }))).toEqual([
      { kind: 'payment', tradeNo, providerNo, amountFen: 12_345, day: today() },
      { kind: 'refund', tradeNo, refundNo: 'R1', providerNo, amountFen: 45, day: today() },
    ]);
  });

  it('is empty if there is none', async () => {
    alipay.state.spoilBill = 'none';
    expect(await (await open()).bill('2026-01-01')).toEqual([]);
  });

  it.each([
    ['elsewhere', 'lies elsewhere'],
    ['noZip', 'does not unpack'],
    ['checksum', 'no table of trades'],
    ['cut', 'cut off'],
    ['utf8', 'does not unpack'],
  ] as const)('is refused whole: %s', async (spoilBill, words) => {
    await paid();
    alipay.state.spoilBill = spoilBill;
    expect(await endOf((await open()).bill(today()))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toContain(words);
  });
});

it('writes no key, no signature and no number of a trade to the log', async () => {
  const tradeNo = await paid();
  for (const spoil of ['signature', 'otherTrade', 'twice'] as const) {
    alipay.state.spoil = spoil;
    await endOf((await open()).ask(tradeNo));
  }
  alipay.state.spoil = '';
  await endOf((await open({ ALIPAY_KEY: 'AAAA' })).ask(tradeNo));
  const said = log.join('\n');
  expect(said).toContain('Alipay');
  expect(said).not.toContain(tradeNo);
  expect(said).not.toMatch(/[A-Za-z0-9+/]{40}/);
});
