import { eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { outbox, paymentKey, paymentNotice, rateCount } from '#db/schema/index.ts';
import { openPayment } from '#edge/payment/providers.ts';
import { servePaymentNotices } from '#edge/payment/take-notice.ts';
import { faultIn } from '#tests/fixtures/faults.ts';
import { endOf, paymentContext } from '#tests/fixtures/payment/payment-context.ts';
import { startWechat, type WechatServer } from '#tests/fixtures/payment/wechat-server.ts';
import { newTradeNo } from '#tests/fixtures/payments.ts';
import { database } from '#tests/fixtures/people.ts';

let wechat: WechatServer;
let log: string[];
beforeAll(async () => {
  wechat = await startWechat();
});
afterAll(() => wechat.close());
beforeEach(async () => {
  Object.assign(wechat.state, {
    spoil: '',
    spoilBill: '',
    spoilList: '',
    refundStatus: 'SUCCESS',
    billLines: [],
  });
  wechat.faults.length = 0;
  log = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void log.push(faultIn(words[0])));
  await database().delete(paymentKey).where(eq(paymentKey.provider, 'wechat'));
  await database().delete(rateCount).where(eq(rateCount.name, 'wechat-certificates'));
});
afterEach(() => vi.restoreAllMocks());

const open = async (more: object = {}, now?: number) =>
  openPayment(await paymentContext({ ...wechat.env, ...more }, now), 'wechat');

async function begun(amountFen = 19_900): Promise<string> {
  const tradeNo = newTradeNo();
  await (await open()).begin(trade(tradeNo, amountFen));
  return tradeNo;
}

const trade = (tradeNo: string, amountFen = 19_900) => ({
  tradeNo,
  amountFen,
  subject: '合同份数 100 份,"含税"',
  expiresAt: new Date(Date.now() + 30 * 60_000),
  notifyUrl: 'https://signet.example/pay/notify/wechat',
});

async function paid(amountFen = 19_900): Promise<string> {
  const tradeNo = await begun(amountFen);
  wechat.pay(tradeNo);
  return tradeNo;
}

describe('a trade at WeChat Pay', () => {
  it('is started once for repeated requests, paid, and found to be paid', async () => {
    const provider = await open();
    const tradeNo = newTradeNo();
    const first = await provider.begin(trade(tradeNo));
    expect(first).toEqual({ qr: `weixin://wxpay/bizpayurl?pr=${tradeNo}` });
    expect(await provider.begin(trade(tradeNo))).toEqual(first);
    expect(wechat.trades.get(tradeNo)!.body).toMatchObject({
      description: '合同份数 100 份 含税',
      notify_url: 'https://signet.example/pay/notify/wechat',
      amount: { total: 19_900, currency: 'CNY' },
    });
    expect(await provider.ask(tradeNo)).toEqual({ state: 'waiting' });
    const at = Math.floor(Date.now() / 1000) * 1000;
    wechat.pay(tradeNo, at);
    expect(await provider.ask(tradeNo)).toEqual({
      state: 'paid',
      providerNo: wechat.trades.get(tradeNo)!.no,
      paidFen: 19_900,
      paidAt: new Date(at),
    });
    expect(await endOf(provider.begin(trade(tradeNo)))).toBe('PAYMENT_ALREADY_PAID');
    expect(await endOf(provider.close(tradeNo))).toBe('PAYMENT_ALREADY_PAID');
  });

  it('is closed permanently, and unknown if it was never started', async () => {
    const provider = await open();
    const tradeNo = await begun();
    await provider.close(tradeNo);
    await provider.close(tradeNo);
    expect(await provider.ask(tradeNo)).toEqual({ state: 'closed' });
    expect(await endOf(provider.begin(trade(tradeNo)))).toBe('PAYMENT_REFUSED');
    expect(await provider.ask(newTradeNo())).toEqual({ state: 'unknown' });
    await provider.close(newTradeNo());
  });

  it('cannot be started again with another amount, for example after a price change', async () => {
    const tradeNo = await begun(100);
    expect(await endOf((await open()).begin(trade(tradeNo, 101)))).toBe('PAYMENT_REFUSED');
  });

  it('stays paid when it is refunded', async () => {
    const tradeNo = await paid();
    wechat.trades.get(tradeNo)!.state = 'REFUND';
    expect(await (await open()).ask(tradeNo)).toMatchObject({ state: 'paid', paidFen: 19_900 });
  });
});

describe('a refund at WeChat Pay', () => {
  const refund = (tradeNo: string, refundNo: string, amountFen: number) => ({
    tradeNo,
    refundNo,
    amountFen,
    totalFen: 1_000,
    reason: '未使用'.repeat(40),
  });

  it('refunds money once per number, and never more than the rest', async () => {
    const tradeNo = await paid(1_000);
    const provider = await open();
    const first = await provider.refund(refund(tradeNo, `R1${tradeNo}`, 600));
    expect(first).toEqual({ state: 'done', providerRefundNo: `50R1${tradeNo}` });
    expect(await provider.refund(refund(tradeNo, `R1${tradeNo}`, 600))).toEqual(first);
    expect(await provider.askRefund({ tradeNo, refundNo: `R1${tradeNo}` })).toEqual(first);
    expect(await provider.refund(refund(tradeNo, `R2${tradeNo}`, 401))).toEqual({
      state: 'failed',
      why: 'INVALID_REQUEST',
    });
    expect(await provider.refund(refund(tradeNo, `R1${tradeNo}`, 1))).toMatchObject({ state: 'failed' });
    const given = [...wechat.refunds.values()].filter((one) => one.tradeNo === tradeNo);
    expect(given.map(({ amount }) => amount)).toEqual([600]);
    const sent = JSON.parse(wechat.asked.find(({ body }) => body.includes(`R1${tradeNo}`))!.body) as object;
    expect(sent).toMatchObject({ notify_url: 'https://signet.example/pay/notify/wechat' });
    expect(Buffer.byteLength((sent as { reason: string }).reason)).toBeLessThanOrEqual(80);
  });

  it.each([
    ['PROCESSING', { state: 'running' }],
    ['CLOSED', { state: 'failed', why: 'CLOSED' }],
    ['ABNORMAL', { state: 'failed', why: 'ABNORMAL' }],
  ])('is told as it stands: %s', async (status, state) => {
    wechat.state.refundStatus = status;
    const tradeNo = await paid(1_000);
    const refundNo = `R${tradeNo}`;
    const provider = await open();
    expect(await provider.refund(refund(tradeNo, refundNo, 1))).toMatchObject(state);
    expect(await provider.askRefund({ tradeNo, refundNo })).toMatchObject(state);
  });

  it('is unknown if the request never arrived', async () => {
    const asked = { tradeNo: newTradeNo(), refundNo: 'R0' };
    expect(await (await open()).askRefund(asked)).toEqual({ state: 'failed', why: 'UNKNOWN' });
  });
});

describe('what WeChat Pay answers', () => {
  it.each([
    ['signature', 'failed its check: signature'],
    ['unsigned', 'failed its check: signature'],
    ['old', 'failed its check: age'],
    ['otherMerchant', 'answered about another trade'],
    ['otherTrade', 'answered about another trade'],
    ['otherCurrency', 'lacks its facts'],
    ['noJson', 'answered what it may not'],
  ] as const)('is not acted on where it is wrong: %s', async (spoil, words) => {
    const tradeNo = await paid();
    wechat.state.spoil = spoil;
    expect(await endOf((await open()).ask(tradeNo))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toContain(words);
  });

  it('may be unsigned if it is an error, and is rejected if it is signed wrongly', async () => {
    wechat.state.spoil = 'unsigned';
    expect(await (await open()).ask(newTradeNo())).toEqual({ state: 'unknown' });
    wechat.state.spoil = 'signature';
    expect(await endOf((await open()).ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
  });

  it('is requested again after a 5xx, a broken connection, and one that broke after the work', async () => {
    for (const fault of [500, 502, 'drop', 'dropAfter'] as const) {
      wechat.faults.push(fault);
      const tradeNo = await begun();
      expect([...wechat.trades.keys()].filter((no) => no === tradeNo)).toHaveLength(1);
    }
  });

  it('is waited for three times and no longer', async () => {
    const provider = await open();
    await provider.ask(newTradeNo());
    const waits = vi.spyOn(AbortSignal, 'timeout');
    wechat.faults.push(503, 503, 503, 503);
    wechat.asked.length = 0;
    expect(await endOf(provider.ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
    expect(wechat.asked).toHaveLength(3);
    expect(waits.mock.calls).toEqual([[4_000], [4_000], [4_000]]);
  });

  it('times out if the provider does not respond', async () => {
    const provider = await open();
    await provider.ask(newTradeNo());
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
    wechat.faults.push('silent', 'silent', 'silent');
    expect(await endOf(provider.ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toBe('payment: the WeChat Pay service did not answer (TimeoutError)');
  });

  it('never comes to a clock that is behind: neither side takes what the other signed', async () => {
    const provider = await open({}, Date.now() - 6 * 60_000);
    expect(await endOf(provider.ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
  });

  it('is checked by certificates that are fetched, kept, and changed while both are in use', async () => {
    const tradeNo = await paid();
    await database().delete(paymentKey).where(eq(paymentKey.provider, 'wechat'));
    const former = wechat.platform();
    wechat.asked.length = 0;
    const fetched = () => wechat.asked.filter(({ url }) => url.pathname === '/v3/certificates').length;
    await (await open()).ask(tradeNo);
    await (await open()).ask(tradeNo);
    expect(fetched()).toBe(1);
    wechat.rotate();
    await (await open()).ask(tradeNo);
    expect(fetched()).toBe(2);
    // Both serial numbers are good now.
    const provider = await open();
    expect(await provider.read(wechat.paymentNotice(tradeNo, { by: former }))).toMatchObject({ tradeNo });
    expect(await provider.read(wechat.paymentNotice(tradeNo))).toMatchObject({ tradeNo });
    expect(fetched()).toBe(2);
    // The old one is good no longer once it is not listed any more.
    wechat.rotate(true);
    await (await open()).ask(tradeNo);
    expect(await endOf((await open()).read(wechat.paymentNotice(tradeNo, { by: former })))).toBe(
      'PAYMENT_NOTICE_REFUSED signature',
    );
  });

  it('fetches the certificates again after a day, and never accepts an expired one', async () => {
    const tradeNo = await paid();
    await (await open()).ask(tradeNo);
    const [row] = await database().select().from(paymentKey).where(like(paymentKey.id, 'wechat:%'));
    expect(row!.notAfter - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    await database()
      .update(paymentKey)
      .set({ notAfter: Date.now() - 1 })
      .where(eq(paymentKey.id, row!.id));
    wechat.asked.length = 0;
    await (await open()).ask(tradeNo);
    expect(wechat.asked.some(({ url }) => url.pathname === '/v3/certificates')).toBe(true);
  });

  it('is verified with the WeChat Pay public key if configured, without certificates', async () => {
    const provider = await open(wechat.publicKeyEnv);
    const tradeNo = newTradeNo();
    await provider.begin(trade(tradeNo));
    wechat.pay(tradeNo);
    wechat.asked.length = 0;
    expect(await provider.ask(tradeNo)).toMatchObject({ state: 'paid' });
    const notice = wechat.paymentNotice(tradeNo, { by: wechat.publicKeySigner });
    expect(await provider.read(notice)).toMatchObject({ tradeNo, paidFen: 19_900 });
    expect(wechat.asked.map(({ url }) => url.pathname)).not.toContain('/v3/certificates');
    // While a merchant changes over, certificates sign a part of it still.
    expect(await provider.read(wechat.paymentNotice(tradeNo))).toMatchObject({ tradeNo });
  });

  it.each([
    ['signature', 'not signed by one of them'],
    ['serial', 'cannot be read'],
    ['time', 'not of this time'],
  ] as const)('is not trusted with a list of certificates that is wrong: %s', async (spoilList, words) => {
    wechat.state.spoilList = spoilList;
    expect(await endOf((await open()).ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toContain(words);
    expect(await database().select().from(paymentKey).where(eq(paymentKey.provider, 'wechat'))).toEqual([]);
  });

  it('is not trusted with certificates that another APIv3 key seals', async () => {
    const provider = await open({ WECHAT_PAY_API_KEY: 'x'.repeat(32) });
    expect(await endOf(provider.ask(newTradeNo()))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.join()).toContain('WECHAT_PAY_API_KEY');
  });
});

describe('a notification of WeChat Pay', () => {
  it('says what was paid', async () => {
    const tradeNo = await begun(5);
    const at = Math.floor(Date.now() / 1000) * 1000;
    wechat.pay(tradeNo, at);
    expect(await (await open()).read(wechat.paymentNotice(tradeNo))).toEqual({
      kind: 'payment',
      tradeNo,
      providerNo: wechat.trades.get(tradeNo)!.no,
      paidFen: 5,
      paidAt: new Date(at),
    });
  });

  it.each([
    ['SUCCESS', 'REFUND.SUCCESS', 'done'],
    ['CLOSED', 'REFUND.CLOSED', 'failed'],
    ['ABNORMAL', 'REFUND.ABNORMAL', 'failed'],
  ])('says how a refund ended: %s', async (status, event, state) => {
    const tradeNo = await paid(100);
    const refundNo = `R${tradeNo}`;
    wechat.state.refundStatus = status;
    const provider = await open();
    await provider.refund({ tradeNo, refundNo, amountFen: 40, totalFen: 100, reason: '' });
    expect(await provider.read(wechat.refundNotice(refundNo, { event }))).toEqual({
      kind: 'refund',
      tradeNo,
      refundNo,
      refundedFen: 40,
      state,
    });
    const foreign = wechat.refundNotice(refundNo, { event, change: { mchid: '1900000110' } });
    expect(await endOf(provider.read(foreign))).toBe('PAYMENT_NOTICE_REFUSED merchant');
  });

  it('is rejected with a reason: signature, age, merchant, currency, format; no news is no error', async () => {
    const tradeNo = await paid();
    const provider = await open();
    const reason = async (change: Parameters<typeof wechat.paymentNotice>[1]) =>
      (await endOf(provider.read(wechat.paymentNotice(tradeNo, change)))).replace(
        'PAYMENT_NOTICE_REFUSED ',
        '',
      );
    expect(await reason({ by: wechat.stranger })).toBe('signature');
    expect(await reason({ by: { ...wechat.platform(), serial: 'ABCDEF0123456789' } })).toBe('signature');
    expect(await reason({ by: { ...wechat.platform(), serial: "x' or 1=1" } })).toBe('signature');
    expect(await reason({ at: Date.now() - 5 * 60_000 - 2_000 })).toBe('age');
    expect(await reason({ at: Date.now() + 10 * 60_000 })).toBe('age');
    expect(await reason({ change: { mchid: '1900000110' } })).toBe('merchant');
    expect(await reason({ change: { appid: 'wx0000000000000000' } })).toBe('merchant');
    expect(await reason({ change: { amount: { total: 19_900, currency: 'USD' } } })).toBe('currency');
    expect(await reason({ change: { amount: { total: '19900', currency: 'CNY' } } })).toBe('form');
    expect(await reason({ apiKey: 'y'.repeat(32) })).toBe('form');
    expect(await reason({ change: { trade_state: 'NOTPAY' } })).toBe('nothing');
    expect(await reason({ event: 'COUPON.USE' })).toBe('nothing');
    // WeChat Pay itself sends wrong signatures now and then, to see whether they are checked.
    const probe = wechat.paymentNotice(tradeNo);
    probe.headers.set('wechatpay-signature', 'WECHATPAY/SIGNTEST/abc');
    expect(await endOf(provider.read(probe))).toBe('PAYMENT_NOTICE_REFUSED signature');
    // One character of the body is another.
    const changed = wechat.paymentNotice(tradeNo);
    changed.body = changed.body.replace('支付成功', '支付成功 ');
    expect(await endOf(provider.read(changed))).toBe('PAYMENT_NOTICE_REFUSED signature');
    for (const header of ['serial', 'timestamp', 'nonce', 'signature']) {
      const bare = wechat.paymentNotice(tradeNo);
      bare.headers.delete(`wechatpay-${header}`);
      expect(await endOf(provider.read(bare))).toBe('PAYMENT_NOTICE_REFUSED signature');
    }
  });

  it('causes few certificate requests per minute, whatever serial numbers it contains', async () => {
    const tradeNo = await paid();
    const provider = await open();
    wechat.asked.length = 0;
    const ends = new Set<string>();
    for (let i = 0; i < 30; i++) {
      const by = { ...wechat.platform(), serial: `ABCDEF01234567${String(i).padStart(2, '0')}` };
      ends.add(await endOf(provider.read(wechat.paymentNotice(tradeNo, { by }))));
    }
    // A minute may have begun meanwhile.
    expect(wechat.asked.length).toBeLessThanOrEqual(12);
    expect(ends).toEqual(new Set(['PAYMENT_NOTICE_REFUSED signature', 'PAYMENT_UNAVAILABLE']));
  });

  async function posted(notice: { headers: Headers; body: string }) {
    const context = await paymentContext(wechat.env);
    const request = new Request('https://signet.example/pay/notify/wechat', { method: 'POST', ...notice });
    const response = await servePaymentNotices(request, context);
    return { status: response.status, body: await response.text() };
  }

  it('is stored before it is answered, once if replayed, sent again or sent twice at once', async () => {
    const tradeNo = await paid();
    const notice = wechat.paymentNotice(tradeNo);
    const stored = () => database().select().from(paymentNotice).where(eq(paymentNotice.tradeNo, tradeNo));
    const effects = () =>
      database()
        .select()
        .from(outbox)
        .where(eq(outbox.key, `trade:${tradeNo}`));
    const both = await Promise.all([posted(notice), posted(wechat.paymentNotice(tradeNo))]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect((await posted(notice)).status).toBe(204);
    expect(await stored()).toHaveLength(1);
    const [effect, ...more] = await effects();
    expect(more).toEqual([]);
    expect(effect).toMatchObject({
      topic: 'paymentNoticed',
      payload: { provider: 'wechat', notice: { kind: 'payment', tradeNo, paidFen: 19_900 } },
    });
    await database()
      .delete(outbox)
      .where(eq(outbox.key, `trade:${tradeNo}`));
  });

  it('is repeated by the provider if it was not accepted, and leaves no personal data in the log', async () => {
    const tradeNo = await paid();
    const notice = wechat.paymentNotice(tradeNo, { change: { mchid: '1900000110' } });
    expect(await posted(notice)).toEqual({ status: 500, body: '{"code":"FAIL","message":"not taken"}' });
    expect(await posted({ ...notice, body: '{' })).toMatchObject({ status: 500 });
    expect(log).toEqual([
      'payment notification of wechat not taken: PAYMENT_NOTICE_REFUSED merchant',
      'payment notification of wechat not taken: PAYMENT_NOTICE_REFUSED signature',
    ]);
    // What says nothing of a payment is taken, and nothing comes of it.
    expect((await posted(wechat.paymentNotice(tradeNo, { event: 'COUPON.USE' }))).status).toBe(204);
    expect(await database().select().from(paymentNotice).where(eq(paymentNotice.tradeNo, tradeNo))).toEqual(
      [],
    );
  });
});

it('wrong notifications of one address are ignored after sixty in a minute, right ones never', async () => {
  const tradeNo = await paid();
  const context = { ...(await paymentContext(wechat.env)), address: `198.51.100.${Date.now() % 250}` };
  const post = async (by?: WechatServer['stranger']) => {
    const notice = wechat.paymentNotice(tradeNo, by ? { by } : {});
    const request = new Request('https://signet.example/pay/notify/wechat', { method: 'POST', ...notice });
    return (await servePaymentNotices(request, context)).status;
  };
  for (let i = 0; i < 65; i++) expect(await post()).toBe(204);
  const states: number[] = [];
  for (let i = 0; i < 62; i++) states.push(await post(wechat.stranger));
  expect(states).toEqual([...Array<number>(60).fill(500), 429, 429]);
  expect(await post()).toBe(429);
  await database()
    .delete(outbox)
    .where(eq(outbox.key, `trade:${tradeNo}`));
});

describe('the bill of a day of WeChat Pay', () => {
  const today = () => chinaDay(Date.now());

  it('holds every payment and refund of this application', async () => {
    const tradeNo = await paid(12_345);
    const provider = await open();
    await provider.refund({ tradeNo, refundNo: `R${tradeNo}`, amountFen: 45, totalFen: 12_345, reason: '' });
    // Gave nothing back.
    wechat.state.refundStatus = 'CLOSED';
    await provider.refund({ tradeNo, refundNo: `C${tradeNo}`, amountFen: 46, totalFen: 12_345, reason: '' });
    // Another application of the same merchant, and a payment that was taken back at the till.
    const foreign = (no: string, appid: string, state: string) =>
      `2026-11-23 10:00:00,${appid},1900000109,0,,42${no},${no},o,NATIVE,${state},OTHERS,CNY,1.00,0.00,0,0,0.00,0.00,,,,,0.00000,0.60%,1.00,0.00,`
        .split(',')
        .map((value) => `\`${value}`)
        .join(',');
    wechat.state.billLines = [
      foreign('T0', 'wx0000000000000001', 'SUCCESS'),
      foreign('T1', wechat.env.WECHAT_PAY_APPID, 'REVOKED'),
    ];
    const lines = (await provider.bill(today())).filter(
      (line) => line.tradeNo === tradeNo || /^T[01]$/.test(line.tradeNo),
    );
    expect(lines.map(({ at, ...line }) => ({ ...line, day: chinaDay(at.getTime()) }))).toEqual([
      {
        kind: 'payment',
        tradeNo,
        providerNo: wechat.trades.get(tradeNo)!.no,
        amountFen: 12_345,
        day: today(),
      },
      {
        kind: 'refund',
        tradeNo,
        refundNo: `R${tradeNo}`,
        providerNo: `50R${tradeNo}`,
        amountFen: 45,
        day: today(),
      },
    ]);
  });

  it('is empty without transactions, and unavailable while it is being generated', async () => {
    const provider = await open();
    wechat.state.spoilBill = 'none';
    expect(await provider.bill('2026-01-01')).toEqual([]);
    wechat.state.spoilBill = 'creating';
    expect(await endOf(provider.bill(today()))).toBe('PAYMENT_UNAVAILABLE');
  });

  it.each([
    ['hash', 'not what was announced'],
    ['elsewhere', 'lies elsewhere'],
    ['cut', 'lacks lines'],
    ['noGzip', 'does not unpack'],
    ['bomb', 'longer than is taken'],
  ] as const)('is refused whole: %s', async (spoilBill, words) => {
    await paid();
    wechat.state.spoilBill = spoilBill;
    expect(await endOf((await open()).bill(today()))).toBe('PAYMENT_UNAVAILABLE');
    expect(log.at(-1)).toContain(words);
  });
});

it('writes no key, no signature and no number of a trade to the log', async () => {
  const tradeNo = await paid();
  for (const spoil of ['signature', 'otherTrade', 'noJson'] as const) {
    wechat.state.spoil = spoil;
    await endOf((await open()).ask(tradeNo));
  }
  wechat.state.spoil = '';
  await endOf((await open()).begin(trade(tradeNo, 1)));
  await endOf((await open({ WECHAT_PAY_KEY: 'AAAA' })).ask(tradeNo));
  const said = log.join('\n');
  expect(said).toContain('WeChat Pay');
  expect(said).not.toContain(tradeNo);
  expect(said).not.toContain(wechat.env.WECHAT_PAY_API_KEY);
  expect(said).not.toMatch(/[A-Za-z0-9+/]{40}/);
});
