import { z } from 'zod';
import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import type { WechatSettings } from '#core/config/payment-settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { type Answer, askProvider } from '#edge/kernel/providers/ask-provider.ts';
import { importPrivateKey, isSigned, signText } from './rsa.ts';
import { type ListedCertificates, wechatKey } from './wechat-keys.ts';
import { ATTEMPT_MS, refused, unavailable, withRetries } from './with-retries.ts';

/** Maximum clock difference and maximum age of signed messages. */
const AGE_MS = 5 * 60_000;
const NAME = 'WeChat Pay';

export type WechatAnswer = { status: number; code: string; json: unknown; body: Bytes };
type Ask = { method: 'GET' | 'POST'; path: string; json?: object; most?: number };

const refusal = z.object({ code: z.string() });

/** Client of WeChat Pay's API v3: signs requests with the merchant's key and verifies responses. */
export function wechatApi(context: Context, settings: WechatSettings) {
  const { now } = context;
  const provider = {
    name: `${NAME} service`,
    url: settings.url,
    failure: (reason: string) => unavailable(reason),
  };

  async function send({ method, path, json, most }: Ask): Promise<Answer> {
    const body = json ? JSON.stringify(json) : '';
    const timestamp = Math.floor(now / 1000);
    const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
    const key = await importPrivateKey('WECHAT_PAY_KEY', settings.key);
    const signature = await signText(key, [method, path, timestamp, nonce, body, ''].join('\n'));
    const { mchid, serial, publicKeyId } = settings;
    const said = { mchid, nonce_str: nonce, signature, timestamp, serial_no: serial };
    const pairs = Object.entries(said).map(([name, value]) => `${name}="${value}"`);
    return askProvider(provider, {
      path,
      headers: {
        Authorization: `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`,
        Accept: 'application/json',
        'User-Agent': 'signet',
        // Requests responses signed with the public key instead of a certificate.
        ...(publicKeyId ? { 'Wechatpay-Serial': publicKeyId } : {}),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(json ? { bytes: utf8(body) } : {}),
      ...(most === undefined ? {} : { most }),
      waitMs: ATTEMPT_MS,
    });
  }

  /** Verifies the signature headers over `body`; `age` if the timestamp is well-formed but outside of the tolerance. */
  async function check(headers: Headers, body: string): Promise<'signed' | 'signature' | 'age'> {
    const of = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
    const [serial, timestamp, nonce] = [of('serial'), of('timestamp'), of('nonce')];
    if (!serial || !/^\d{10}$/.test(timestamp) || !nonce) return 'signature';
    if (Math.abs(now - Number(timestamp) * 1000) > AGE_MS) return 'age';
    const key = await wechatKey(context, settings, serial, listed);
    const isRight = key && (await isSigned(key, `${timestamp}\n${nonce}\n${body}\n`, of('signature')));
    return isRight ? 'signed' : 'signature';
  }

  async function listed(): Promise<ListedCertificates> {
    const { status, headers, body } = await send({ method: 'GET', path: '/v3/certificates' });
    if (status !== 200) throw unavailable(`${NAME}: asked for certificates, answered ${status}`);
    const of = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
    if (Math.abs(now - Number(of('timestamp')) * 1000) > AGE_MS)
      throw unavailable(`${NAME}: the list of certificates is not of this time: is the clock right?`);
    const text = `${of('timestamp')}\n${of('nonce')}\n${new TextDecoder().decode(body)}\n`;
    return { body, serial: of('serial'), isSignedWith: (key) => isSigned(key, text, of('signature')) };
  }

  async function attempt(ask: Ask): Promise<WechatAnswer> {
    const { status, headers, body } = await send(ask);
    const text = new TextDecoder().decode(body);
    // Error responses are not always signed; if signed, the signature must be valid.
    const isGood = status >= 200 && status < 300;
    if (isGood || headers.has('wechatpay-signature')) {
      const found = await check(headers, text);
      if (found !== 'signed') throw unavailable(`${NAME}: an answer ${status} failed its check: ${found}`);
    }
    const json = parsed(text);
    const code = refusal.safeParse(json).data?.code ?? '';
    // 401: our signature was rejected, because of wrong settings or clock.
    if (status === 401 || status === 429 || status >= 500 || status < 200 || (status >= 300 && status < 400))
      throw unavailable(`${NAME} answered ${status}`);
    return { status, code: isGood ? '' : code || String(status), json, body };
  }

  return {
    check,
    /** Returns a response of status 2xx or 4xx. Throws PAYMENT_UNAVAILABLE. */
    ask: (ask: Ask): Promise<WechatAnswer> => withRetries(() => attempt(ask)),
    /** Downloads a file. It is not signed: the caller verifies its digest. */
    download: (path: string, most: number): Promise<Bytes> =>
      withRetries(async () => {
        const { status, body } = await send({ method: 'GET', path, most });
        if (status !== 200) throw unavailable(`${NAME}: a download was answered ${status}`);
        return body;
      }),
  };
}

export type WechatApi = ReturnType<typeof wechatApi>;

/**
 * Validates an answer. Throws PAYMENT_REFUSED if it is a refusal, PAYMENT_UNAVAILABLE if it does not match the schema.
 */
export function saidIn<S extends z.ZodType>({ code, json }: WechatAnswer, schema: S): z.output<S> {
  if (code) throw refused(NAME, code);
  const said = schema.safeParse(json);
  if (!said.success) throw unavailable(`${NAME} answered what it may not`);
  return said.data;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
