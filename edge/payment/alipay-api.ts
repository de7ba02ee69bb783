import type { z } from 'zod';
import { utf8 } from '#core/bytes.ts';
import { chinaTime } from '#core/china-time.ts';
import type { AlipaySettings } from '#core/config/payment-settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askProvider } from '#edge/kernel/providers/ask-provider.ts';
import { rawMembers } from './raw-members.ts';
import { importPrivateKey, importPublicKey, isSigned, signText } from './rsa.ts';
import { ATTEMPT_MS, plainCode, refused, unavailable, withRetries } from './with-retries.ts';

/** `code` is empty on success, otherwise the provider's code without `ACQ.`. */
export type AlipayAnswer = { code: string; said: Record<string, unknown> };

/** The text to sign: all non-empty parameters, sorted by name. */
const signedText = (parameters: Iterable<readonly [string, string]>): string =>
  [...parameters]
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Alipay's gateway: a single URL, the method as a parameter, RSA2 over the sorted parameters, UTF-8. */
export function alipayApi({ now }: Context, settings: AlipaySettings) {
  const provider = {
    name: 'Alipay service',
    url: settings.url,
    failure: (reason: string) => unavailable(reason),
  };

  /** Whether one of Alipay's keys made the signature: during a key change there are two. */
  async function isAlipays(text: string, signature: string): Promise<boolean> {
    for (const publicKey of settings.publicKeys)
      if (await isSigned(await importPublicKey('ALIPAY_PUBLIC_KEY', publicKey), text, signature)) return true;
    return false;
  }

  async function attempt(method: string, content: object, notifyUrl: string): Promise<AlipayAnswer> {
    const parameters = {
      app_id: settings.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(now),
      version: '1.0',
      notify_url: notifyUrl,
      biz_content: JSON.stringify(content),
    };
    const key = await importPrivateKey('ALIPAY_KEY', settings.key);
    const sign = await signText(key, signedText(Object.entries(parameters)));
    const form = new URLSearchParams({ ...parameters, sign });
    if (!notifyUrl) form.delete('notify_url');
    const { status, body } = await askProvider(provider, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
      bytes: utf8(form.toString()),
      waitMs: ATTEMPT_MS,
    });
    if (status !== 200) throw unavailable(`Alipay answered ${status}`);
    return answerIn(method, new TextDecoder().decode(body));
  }

  async function answerIn(method: string, text: string): Promise<AlipayAnswer> {
    const members = membersOf(text);
    const raw = members.get(`${method.replaceAll('.', '_')}_response`) ?? members.get('error_response');
    const said = raw === undefined ? undefined : (JSON.parse(raw) as unknown);
    if (!isObject(said)) throw unavailable('Alipay answered what it may not');
    const subCode = String(said.sub_code ?? '').replace(/^(?:aop\.)?ACQ\./, '');
    // Refusals are acted on too, so they must be signed by Alipay as well.
    if (!(await isAlipays(raw!, String(JSON.parse(members.get('sign') ?? '""')))))
      throw unavailable(
        `Alipay: the signature of an answer is wrong or lacking (${plainCode(subCode || '-')})`,
      );
    if (said.code === '10000') return { code: '', said };
    // 20000: the service is temporarily unavailable.
    if (said.code !== '40004' || BUSY.test(subCode))
      throw unavailable(`Alipay answered ${plainCode(String(said.code))} ${plainCode(subCode || '-')}`);
    return { code: subCode || 'UNKNOWN_ERROR', said };
  }

  return {
    isAlipays,
    /** Calls a method. Throws PAYMENT_UNAVAILABLE; a business refusal is returned as an answer with a code. */
    ask: (method: string, content: object, notifyUrl = ''): Promise<AlipayAnswer> =>
      withRetries(() => attempt(method, content, notifyUrl)),
    /** Whether Alipay signed the parameters of a notification: all except `sign` and `sign_type`. */
    isNotice: (form: URLSearchParams): Promise<boolean> =>
      isAlipays(
        signedText([...form].filter(([name]) => name !== 'sign' && name !== 'sign_type')),
        form.get('sign') ?? '',
      ),
  };
}

/** Codes that leave open whether the request was carried out. */
const BUSY = /(?:^|\.)SYSTEM_ERROR$|^isp\.unkno/i;

export type AlipayApi = ReturnType<typeof alipayApi>;

/**
 * Validates an answer. Throws PAYMENT_REFUSED if it is a refusal, PAYMENT_UNAVAILABLE if it does not match the schema.
 */
export function saidIn<S extends z.ZodType>({ code, said }: AlipayAnswer, schema: S): z.output<S> {
  if (code) throw refused('Alipay', code);
  const read = schema.safeParse(said);
  if (!read.success) throw unavailable('Alipay answered what it may not');
  return read.data;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function membersOf(text: string): Map<string, string> {
  try {
    return rawMembers(text);
  } catch {
    throw unavailable('Alipay answered what it may not');
  }
}
