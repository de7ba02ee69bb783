/** Notifications of both payment providers to the built Worker, through the death of the Worker and of the database. */
import { rmSync } from 'node:fs';
import { createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { type AlipayServer, startAlipay } from '#tests/fixtures/payment/alipay-server.ts';
import { startWechat, type WechatServer } from '#tests/fixtures/payment/wechat-server.ts';
import { newTradeNo } from '#tests/fixtures/payments.ts';
import { builtProduct, seededFolder } from './seeded-folder.ts';

/** A build at hand saves making one. */

let wechat: WechatServer;
let alipay: AlipayServer;
let product: Product;
let dataDir: string;
const settings = () => ({ ...wechat.env, ...alipay.env, PUBLIC_URL: 'https://signet.example' });

beforeAll(async () => {
  dataDir = await seededFolder('payments');
  wechat = await startWechat();
  alipay = await startAlipay();
  Object.assign(process.env, settings());
  product = await startProduct({ dataDir, ...builtProduct() });
});
afterAll(async () => {
  for (const name of Object.keys(settings())) delete process.env[name];
  await product.stop();
  await wechat.close();
  await alipay.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Notice = { headers: Headers; body: string };
const post = async (name: string, notice: Notice): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${product.baseUrl}/pay/notify/${name}`, { method: 'POST', ...notice });
  return { status: answer.status, text: await answer.text() };
};

/** Somebody has paid: what the providers know of it, and how they tell. */
const paidBy = {
  wechat(): { tradeNo: string; notice: () => Notice; isTaken: (said: { status: number }) => boolean } {
    const tradeNo = newTradeNo();
    wechat.trades.set(tradeNo, { amount: 100, state: 'NOTPAY', no: `42${tradeNo}`, paidAt: 0, body: {} });
    wechat.pay(tradeNo);
    return { tradeNo, notice: () => wechat.paymentNotice(tradeNo), isTaken: ({ status }) => status === 204 };
  },
  alipay(): { tradeNo: string; notice: () => Notice; isTaken: (said: { text: string }) => boolean } {
    const tradeNo = newTradeNo();
    alipay.trades.set(tradeNo, { fen: 100, status: '', no: `20${tradeNo}`, paidAt: 0 });
    alipay.pay(tradeNo);
    return { tradeNo, notice: () => alipay.notice(tradeNo), isTaken: ({ text }) => text === 'success' };
  },
};

/** How often each trade was stored as paid. */
async function stored(): Promise<Map<string, number>> {
  const client = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
  const { rows } = await client.execute(
    'select trade_no, count(*) as times from payment_notice group by trade_no',
  );
  return new Map(rows.map(({ trade_no, times }) => [String(trade_no), Number(times)]));
}

it('are taken by the built Worker: signature, certificate, seal and form', async () => {
  for (const name of ['wechat', 'alipay'] as const) {
    const { tradeNo, notice, isTaken } = paidBy[name]();
    const said = await post(name, notice());
    expect(isTaken({ status: said.status, text: said.text })).toBe(true);
    expect((await stored()).get(tradeNo)).toBe(1);
  }
  const wrong = paidBy.wechat();
  expect((await post('wechat', wechat.paymentNotice(wrong.tradeNo, { by: wechat.stranger }))).status).toBe(
    500,
  );
  expect((await post('simulator', wrong.notice())).status).toBe(404);
  expect((await stored()).has(wrong.tradeNo)).toBe(false);
});

it('lose no payment when Worker and database are killed between them and their answers', async () => {
  const paid = Array.from({ length: 60 }, (_, i) => {
    const name = i % 2 === 0 ? ('wechat' as const) : ('alipay' as const);
    return { name, ...paidBy[name]() };
  });
  let answered = 0;
  /** As the providers do: again and again until it is taken. */
  const tell = async ({ name, notice, isTaken }: (typeof paid)[number]): Promise<void> => {
    await expect
      .poll(async () => {
        const said = await post(name, notice()).catch(() => ({ status: 0, text: '' }));
        return isTaken(said);
      })
      .toBe(true);
    answered++;
    if (answered === 10 || answered === 40) process.kill(-product.services.worker.pid()!, 'SIGKILL');
    if (answered === 25) process.kill(-product.services.libsql.pid()!, 'SIGKILL');
  };
  const queue = [...paid];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await tell(next);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(product.services.worker.restarts()).toBeGreaterThan(0);
  expect(product.services.libsql.restarts()).toBeGreaterThan(0);
  const rows = await stored();
  expect(paid.map(({ tradeNo }) => rows.get(tradeNo))).toEqual(paid.map(() => 1));
});
