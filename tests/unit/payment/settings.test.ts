import { describe, expect, it } from 'vitest';
import { PAYMENT_SETTINGS, refusedPaymentSettings } from '#core/config/payment-settings.ts';
import { refusedSettings } from '#core/config/production-settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { notifyUrlOf, openPayment, paymentProvidersOffered } from '#edge/payment/providers.ts';

const WECHAT = {
  WECHAT_PAY_MCHID: '1900000109',
  WECHAT_PAY_APPID: 'wx8888888888888888',
  WECHAT_PAY_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHAT_PAY_KEY: 'AAAA',
  WECHAT_PAY_API_KEY: 'k'.repeat(32),
};
const ALIPAY = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_KEY: 'AAAA',
  ALIPAY_PUBLIC_KEY: 'AAAA',
};
const PUBLIC = { PUBLIC_URL: 'https://signet.example' };
const contextOf = (env: object) => ({ env }) as unknown as Context;

describe('settings of payments', () => {
  it('can be omitted, and are complete or absent for each provider', () => {
    expect(refusedPaymentSettings({})).toBeNull();
    for (const group of [WECHAT, ALIPAY]) {
      expect(refusedPaymentSettings({ ...PUBLIC, ...group })).toBeNull();
      for (const name of Object.keys(group))
        expect(refusedPaymentSettings({ ...PUBLIC, ...group, [name]: ' ' })).toContain(`${name} is not set`);
    }
    expect(refusedPaymentSettings({ ...PUBLIC, ...WECHAT, WECHAT_PAY_PUBLIC_KEY: 'AAAA' })).toContain(
      'WECHAT_PAY_PUBLIC_KEY_ID is not set',
    );
    expect(PAYMENT_SETTINGS).toEqual(
      expect.arrayContaining([...Object.keys(WECHAT), ...Object.keys(ALIPAY)]),
    );
  });

  it.each([
    [{ WECHAT_PAY_MCHID: 'wx1' }, 'WECHAT_PAY_MCHID must be'],
    [{ WECHAT_PAY_API_KEY: 'short-and-secret' }, 'WECHAT_PAY_API_KEY must be 32 characters'],
    [{ WECHAT_PAY_KEY: '-----BEGIN RSA PRIVATE KEY-----\nAAAA' }, 'WECHAT_PAY_KEY must be PKCS#8'],
    [{ ALIPAY_KEY: '-----BEGIN RSA PRIVATE KEY-----\nAAAA' }, 'ALIPAY_KEY must be PKCS#8'],
    [{ ALIPAY_SELLER_ID: 'shop@example.com' }, 'ALIPAY_SELLER_ID must be 16 digits'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL must be set'],
  ])('are refused with the reason, in every mode, and without the value: %o', (change, reason) => {
    const env = { ...PUBLIC, ...WECHAT, ...ALIPAY, ...change, SIGNET_MODE: 'local' };
    const said = refusedSettings(env)!;
    expect(said).toContain(reason);
    for (const value of Object.values(change).filter(Boolean)) expect(said).not.toContain(value);
  });
});

describe('the providers that a payer may choose from', () => {
  const offered = (env: object) => paymentProvidersOffered(contextOf(env));

  it('are the configured ones, both at once, or the simulator outside of production', () => {
    expect(offered({ SIGNET_MODE: 'local' })).toEqual(['simulator']);
    expect(offered({ SIGNET_MODE: 'uat', ...WECHAT })).toEqual(['wechat']);
    expect(offered({ SIGNET_MODE: 'pro', ...WECHAT, ...ALIPAY })).toEqual(['wechat', 'alipay']);
  });

  it('are never simulated in production, nor beside real ones; with none nothing can be paid', () => {
    expect(offered({ SIGNET_MODE: 'pro' })).toEqual([]);
    for (const name of ['simulator', 'wechat', 'alipay', 'other', '__proto__'])
      expect(() => openPayment(contextOf({ SIGNET_MODE: 'pro' }), name)).toThrow('PAYMENT_NOT_OFFERED');
    const env = { SIGNET_MODE: 'uat', ...ALIPAY };
    expect(() => openPayment(contextOf(env), 'simulator')).toThrow('PAYMENT_NOT_OFFERED');
  });

  it('notify the public address, or else the address of the request', () => {
    const request = new Request('http://127.0.0.1:8780/ecapi/order/pay');
    const url = (env: object) => notifyUrlOf(env as Context['env'], 'alipay', request);
    expect(url(PUBLIC)).toBe('https://signet.example/pay/notify/alipay');
    expect(url({})).toBe('http://127.0.0.1:8780/pay/notify/alipay');
  });
});
