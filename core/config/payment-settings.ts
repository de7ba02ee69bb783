/** Default URLs of the providers. */
const WECHAT_URL = 'https://api.mch.weixin.qq.com';
const ALIPAY_URL = 'https://openapi.alipay.com/gateway.do';
const ALIPAY_BILL_URL = 'https://dwbillcenter.alipay.com';

/**
 * WeChat Pay, API v3, direct merchant. Keys are PEM, or the base64 text of a PEM without its header and footer lines.
 */
export interface WechatSettings {
  url: string;
  mchid: string;
  appid: string;
  /** Serial number of the merchant's certificate, and its private key (PKCS#8). */
  serial: string;
  key: string;
  /** The APIv3 key: 32 characters. */
  apiKey: string;
  /**
   * The WeChat Pay public key and its ID (`PUB_KEY_ID_…`); without them, responses are verified with platform
   * certificates.
   */
  publicKeyId: string;
  publicKey: string;
}

/** Alipay Open Platform, RSA2 in public-key mode. */
export interface AlipaySettings {
  url: string;
  /** Base URL of bill downloads. */
  billUrl: string;
  appId: string;
  /** The merchant's user ID: 16 digits that begin with 2088. */
  sellerId: string;
  /** The application's private key (PKCS#8). */
  key: string;
  /** Alipay's public key; two, separated by a comma, while it is being changed. */
  publicKeys: string[];
}

const WECHAT = ['MCHID', 'APPID', 'SERIAL', 'KEY', 'API_KEY'].map((name) => `WECHAT_PAY_${name}`);
const WECHAT_PUBLIC = ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY'];
const ALIPAY = ['APP_ID', 'SELLER_ID', 'KEY', 'PUBLIC_KEY'].map((name) => `ALIPAY_${name}`);

/** All environment variables that `npm start` passes on. */
export const PAYMENT_SETTINGS = [
  'WECHAT_PAY_URL',
  ...WECHAT,
  ...WECHAT_PUBLIC,
  'ALIPAY_URL',
  'ALIPAY_BILL_URL',
  ...ALIPAY,
];

const reader = (env: object) => (name: string) => {
  const value = (env as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The settings of WeChat Pay; null if it is not configured. */
export function wechatSettings(env: object): WechatSettings | null {
  const of = reader(env);
  if (WECHAT.some((name) => of(name) === '')) return null;
  return {
    url: of('WECHAT_PAY_URL') || WECHAT_URL,
    mchid: of('WECHAT_PAY_MCHID'),
    appid: of('WECHAT_PAY_APPID'),
    serial: of('WECHAT_PAY_SERIAL'),
    key: of('WECHAT_PAY_KEY'),
    apiKey: of('WECHAT_PAY_API_KEY'),
    publicKeyId: of('WECHAT_PAY_PUBLIC_KEY_ID'),
    publicKey: of('WECHAT_PAY_PUBLIC_KEY'),
  };
}

/** The settings of Alipay; null if it is not configured. */
export function alipaySettings(env: object): AlipaySettings | null {
  const of = reader(env);
  if (ALIPAY.some((name) => of(name) === '')) return null;
  return {
    url: of('ALIPAY_URL') || ALIPAY_URL,
    billUrl: of('ALIPAY_BILL_URL') || ALIPAY_BILL_URL,
    appId: of('ALIPAY_APP_ID'),
    sellerId: of('ALIPAY_SELLER_ID'),
    key: of('ALIPAY_KEY'),
    publicKeys: of('ALIPAY_PUBLIC_KEY').split(',').filter(Boolean),
  };
}

/**
 * An error message if the payment settings are invalid; null if they are valid. A provider's settings must be complete
 * or absent: with incomplete ones, payments could start whose result is never received.
 */
export function refusedPaymentSettings(env: object): string | null {
  const of = reader(env);
  for (const group of [WECHAT, WECHAT_PUBLIC, ALIPAY]) {
    const missing = group.filter((name) => of(name) === '');
    if (missing.length > 0 && missing.length < group.length)
      return `${missing[0]} is not set, but ${group.find((name) => of(name) !== '')} is: set all of ${group.join(', ')} or none, see docs/deploy.md.`;
  }
  const wrong = [
    !/^\d{8,12}$/.test(of('WECHAT_PAY_MCHID') || '12345678') && 'WECHAT_PAY_MCHID must be 8 to 12 digits',
    ![0, 32].includes(of('WECHAT_PAY_API_KEY').length) && 'WECHAT_PAY_API_KEY must be 32 characters',
    !/^2088\d{12}$/.test(of('ALIPAY_SELLER_ID') || '2088000000000000') &&
      'ALIPAY_SELLER_ID must be 16 digits that begin with 2088',
    ...['WECHAT_PAY_KEY', 'ALIPAY_KEY'].map(
      (name) => /BEGIN RSA PRIVATE KEY/.test(of(name)) && `${name} must be PKCS#8 ("BEGIN PRIVATE KEY")`,
    ),
    [...WECHAT, ...ALIPAY].some((name) => of(name) !== '') &&
      of('PUBLIC_URL') === '' &&
      'PUBLIC_URL must be set where payments are taken: providers send their notifications there',
  ].find((sentence) => sentence !== false);
  return wrong ? `${wrong}; see docs/deploy.md.` : null;
}
