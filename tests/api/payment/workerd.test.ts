/** The drivers where they run: in workerd, with its WebCrypto, its streams and its decoders. */
import { readFileSync } from 'node:fs';
import { build, stop } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { type AlipayServer, startAlipay } from '#tests/fixtures/payment/alipay-server.ts';
import { startWechat, type WechatServer } from '#tests/fixtures/payment/wechat-server.ts';
import { newTradeNo } from '#tests/fixtures/payments.ts';
import { product } from '#tests/product.ts';

let wechat: WechatServer;
let alipay: AlipayServer;
let worker: Miniflare;
beforeAll(async () => {
  wechat = await startWechat();
  alipay = await startAlipay();
  const { outputFiles } = await build({
    entryPoints: ['tests/fixtures/payment/driver-worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['module', 'browser', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'module', 'production'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  await stop();
  const { libsqlUrl, libsqlToken } = product();
  worker = new Miniflare({
    modules: true,
    script: outputFiles[0]!.text,
    compatibilityDate: /^compatibility_date = "(.+)"$/m.exec(readFileSync('wrangler.toml', 'utf8'))![1]!,
    compatibilityFlags: ['nodejs_compat'],
    telemetry: { enabled: false },
    cf: false,
    bindings: {
      ...wechat.env,
      ...alipay.env,
      SIGNET_MODE: 'pro',
      PUBLIC_URL: 'https://signet.example',
      LIBSQL_URL: libsqlUrl,
      LIBSQL_AUTH_TOKEN: libsqlToken,
    },
  });
});
afterAll(async () => {
  await worker.dispose();
  await wechat.close();
  await alipay.close();
});

async function ask(provider: string, method: string, input: unknown): Promise<unknown> {
  const body = JSON.stringify({ provider, method, input });
  const answer = await worker.dispatchFetch('http://worker/', { method: 'POST', body });
  const { said, error } = (await answer.json()) as { said?: unknown; error?: string };
  return error ?? said;
}

it.each(['wechat', 'alipay'] as const)(
  'begins, finds paid, refunds, closes and reads the bill in workerd: %s',
  async (provider) => {
    const server = { wechat, alipay }[provider];
    const [tradeNo, other] = [newTradeNo(), newTradeNo()];
    const trade = (no: string) => ({
      tradeNo: no,
      amountFen: 19_900,
      subject: '合同份数 100 份',
      expiresAt: Date.now() + 600_000,
      notifyUrl: `https://signet.example/pay/notify/${provider}`,
    });
    expect(await ask(provider, 'begin', trade(tradeNo))).toEqual({ qr: expect.stringContaining(tradeNo) });
    server.pay(tradeNo);
    expect(await ask(provider, 'ask', tradeNo)).toMatchObject({ state: 'paid', paidFen: 19_900 });
    const refund = { tradeNo, refundNo: `R${tradeNo}`, amountFen: 100, totalFen: 19_900, reason: '未使用' };
    expect(await ask(provider, 'refund', refund)).toMatchObject({ state: 'done' });
    expect(await ask(provider, 'askRefund', refund)).toMatchObject({ state: 'done' });
    expect(await ask(provider, 'close', tradeNo)).toBe('PAYMENT_ALREADY_PAID');
    await ask(provider, 'begin', trade(other));
    expect(await ask(provider, 'close', other)).toBeNull();
    const lines = (await ask(provider, 'bill', chinaDay(Date.now()))) as { tradeNo: string }[];
    expect(lines.filter((line) => line.tradeNo === tradeNo)).toMatchObject([
      { kind: 'payment', amountFen: 19_900 },
      { kind: 'refund', refundNo: `R${tradeNo}`, amountFen: 100 },
    ]);
    // A broken connection and a 5xx are asked again there too.
    server.faults.push('drop', 503);
    expect(await ask(provider, 'ask', tradeNo)).toMatchObject({ state: 'paid' });
    server.faults.push(503, 503, 503);
    expect(await ask(provider, 'ask', tradeNo)).toBe('PAYMENT_UNAVAILABLE');
  },
);
