import { z } from 'zod';
import { type Bytes, toHex } from '#core/bytes.ts';
import { readChinaTime } from '#core/china-time.ts';
import type { WechatSettings } from '#core/config/payment-settings.ts';
import { fenOf } from '#core/payment/yuan.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';
import { BILL_BYTES, type Row, readRows, UNPACKED_BILL_BYTES } from './bill-rows.ts';
import type { BillLine } from './provider.ts';
import { saidIn, type WechatApi } from './wechat-api.ts';
import { unavailable } from './with-retries.ts';

const located = z.object({
  hash_type: z.enum(['SHA1', 'SHA256']),
  hash_value: z.string(),
  download_url: z.url(),
});

/** States of refunds that returned no money. */
const NOT_REFUNDED = ['FAIL', 'CLOSED', 'CHANGE'];

/**
 * Reads the trade bill of one day (`/v3/bill/tradebill`), which is ready by 10:00 of the next. Empty if there were no
 * trades. Keeps only the merchant's trades of this application. Throws PAYMENT_UNAVAILABLE while the bill is being
 * made.
 */
export async function readWechatBill(
  api: WechatApi,
  settings: WechatSettings,
  day: string,
): Promise<BillLine[]> {
  const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
  const answer = await api.ask({ method: 'GET', path });
  if (answer.code === 'NO_STATEMENT_EXIST') return [];
  if (answer.code === 'STATEMENT_CREATING') throw unavailable('WeChat Pay is still making the bill');
  const { hash_type, hash_value, download_url } = saidIn(answer, located);
  const url = new URL(download_url);
  if (url.origin !== new URL(settings.url).origin || !url.pathname.startsWith('/v3/billdownload/'))
    throw unavailable('WeChat Pay: the bill lies elsewhere');
  const bytes = await unpacked(await api.download(url.pathname + url.search, BILL_BYTES));
  const digest = await crypto.subtle.digest(hash_type === 'SHA1' ? 'SHA-1' : 'SHA-256', bytes);
  if (toHex(new Uint8Array(digest)) !== hash_value.toLowerCase())
    throw unavailable('WeChat Pay: the bill is not what was announced');
  return linesOf(new TextDecoder().decode(bytes), settings.appid);
}

async function unpacked(gzip: Bytes): Promise<Bytes> {
  try {
    const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip'));
    const bytes = await readBounded(new Response(stream), UNPACKED_BILL_BYTES);
    if (bytes) return bytes;
  } catch {
    throw unavailable('WeChat Pay: the bill does not unpack');
  }
  throw unavailable('WeChat Pay: the bill is longer than is taken');
}

/** Each value is prefixed with a backtick, so that commas inside of values do not split them. */
const cells = (line: string): string[] => line.replace(/^`/, '').split(',`');

function linesOf(text: string, appid: string): BillLine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean);
  const end = lines.findIndex((line) => line.startsWith('总交易单数'));
  if (end < 1) throw unavailable('WeChat Pay: the bill has no end');
  const rows = readRows(lines.slice(0, end), cells);
  const [sums] = readRows(lines.slice(end), cells);
  if (Number(sums?.('总交易单数')) !== rows.length) throw unavailable('WeChat Pay: the bill lacks lines');
  return rows.filter((row) => row('公众账号ID') === appid).flatMap(lineOf);
}

function lineOf(row: Row): BillLine[] {
  const [tradeNo, at] = [row('商户订单号'), new Date(readChinaTime(row('交易时间')))];
  if (row('货币种类') !== 'CNY' || Number.isNaN(at.getTime()))
    throw unavailable('WeChat Pay: a line of the bill cannot be read');
  if (row('交易状态') === 'SUCCESS') {
    const [providerNo, amountFen] = [row('微信订单号'), fenOf(row('订单金额'))];
    return [{ kind: 'payment', tradeNo, providerNo, amountFen, at }];
  }
  if (row('交易状态') !== 'REFUND' || NOT_REFUNDED.includes(row('退款状态'))) return [];
  const [providerNo, amountFen] = [row('微信退款单号'), fenOf(row('申请退款金额'))];
  return [{ kind: 'refund', tradeNo, refundNo: row('商户退款单号'), providerNo, amountFen, at }];
}
