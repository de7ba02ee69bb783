import { z } from 'zod';
import type { Bytes } from '#core/bytes.ts';
import { readChinaTime } from '#core/china-time.ts';
import type { AlipaySettings } from '#core/config/payment-settings.ts';
import { PACKAGE_LIMITS } from '#core/ofd/package/limits.ts';
import { openPackage, readEntry } from '#core/ofd/package/open-package.ts';
import { fenOf } from '#core/payment/yuan.ts';
import { askForSuccess } from '#edge/kernel/providers/ask-provider.ts';
import { type AlipayApi, saidIn } from './alipay-api.ts';
import { BILL_BYTES, type Row, readRows, UNPACKED_BILL_BYTES } from './bill-rows.ts';
import type { BillLine } from './provider.ts';
import { ATTEMPT_MS, unavailable, withRetries } from './with-retries.ts';

const located = z.object({ bill_download_url: z.url() });

const LIMITS = {
  ...PACKAGE_LIMITS,
  fileSize: BILL_BYTES,
  entries: 20,
  entrySize: UNPACKED_BILL_BYTES,
  totalSize: UNPACKED_BILL_BYTES,
};

/**
 * Reads the trade bill of one day, which is ready by 9:00 of the next: a zip of GBK tables at a URL that is valid for
 * half a minute. Empty if there is no bill. The file itself is not signed, so it is downloaded over TLS from the
 * configured host, whatever scheme the URL has.
 */
export async function readAlipayBill(
  api: AlipayApi,
  settings: AlipaySettings,
  day: string,
): Promise<BillLine[]> {
  const content = { bill_type: 'trade', bill_date: day };
  const answer = await api.ask('alipay.data.dataservice.bill.downloadurl.query', content);
  if (/bill_not_exist/i.test(answer.code)) return [];
  const url = new URL(saidIn(answer, located).bill_download_url);
  if (url.host !== new URL(settings.billUrl).host) throw unavailable('Alipay: the bill lies elsewhere');
  const store = {
    name: 'Alipay bill service',
    url: settings.billUrl,
    failure: (reason: string) => unavailable(reason),
  };
  const path = url.pathname + url.search;
  const { body } = await withRetries(() =>
    askForSuccess(store, { path, most: BILL_BYTES, waitMs: ATTEMPT_MS }),
  );
  return linesOf(detailsIn(body));
}

/** The table of single trades; the other table holds totals per shop. */
function detailsIn(zip: Bytes): string {
  try {
    const pkg = openPackage(zip, LIMITS);
    const details = [...pkg.files.values()].find(({ path }) => /明细\.csv$/.test(path));
    if (details) {
      const text = new TextDecoder('gbk', { fatal: true }).decode(readEntry(pkg, details));
      if (pkg.warnings.length === 0) return text;
    }
  } catch {
    throw unavailable('Alipay: the bill does not unpack');
  }
  throw unavailable('Alipay: the bill has no table of trades');
}

function linesOf(text: string): BillLine[] {
  // Lines that start with a hash are headers and footers of the table.
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (!lines[0]?.startsWith('支付宝交易号')) throw unavailable('Alipay: the bill has no table of trades');
  return readRows(lines, (line) => line.split(',')).map(lineOf);
}

function lineOf(row: Row): BillLine {
  const [providerNo, tradeNo, kind] = [row('支付宝交易号'), row('商户订单号'), row('业务类型')];
  const at = new Date(readChinaTime(row('完成时间')));
  const amountFen = Math.abs(fenOf(row('订单金额（元）')));
  if (Number.isNaN(at.getTime()) || (kind !== '交易' && kind !== '退款'))
    throw unavailable('Alipay: a line of the bill cannot be read');
  const common = { tradeNo, providerNo, amountFen, at };
  if (kind === '交易') return { kind: 'payment', ...common };
  return { kind: 'refund', refundNo: row('退款批次号/请求号'), ...common };
}
