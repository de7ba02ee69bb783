import { z } from 'zod';
import { chinaTime, readChinaTime } from '#core/china-time.ts';
import type { AlipaySettings } from '#core/config/payment-settings.ts';
import { AppError } from '#core/errors.ts';
import { fenOf, yuanOf } from '#core/payment/yuan.ts';
import type { Context } from '#edge/kernel/context.ts';
import { alipayApi, saidIn } from './alipay-api.ts';
import { readAlipayBill } from './alipay-bill.ts';
import { plainSubject } from './plain-subject.ts';
import type { PaymentNotice, PaymentProvider, RefundState } from './provider.ts';
import { noticeRefused, refused, unavailable } from './with-retries.ts';

/** Alipay repeats notifications for 25 hours until they are accepted; an older one is a replay. */
const NOTICE_AGE_MS = 26 * 3_600_000;
/** Maximum lead of Alipay's clock over ours. */
const AHEAD_MS = 5 * 60_000;

const amount = z.union([z.string(), z.number().transform(String)]).transform((yuan, context) => {
  try {
    return fenOf(yuan);
  } catch {
    context.addIssue({ code: 'custom', message: 'no amount' });
    return z.NEVER;
  }
});
const time = z
  .string()
  .transform(readChinaTime)
  .refine((at) => !Number.isNaN(at))
  .transform((at) => new Date(at));

const start = z.object({ out_trade_no: z.string(), qr_code: z.string().min(8).max(512) });

const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: amount,
  send_pay_date: time.optional(),
});

const refunded = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  fund_change: z.enum(['Y', 'N']).optional(),
});

const refundFound = z.object({
  out_trade_no: z.string().optional(),
  out_request_no: z.string().optional(),
  trade_no: z.string().optional(),
  refund_status: z.string().optional(),
  refund_amount: amount.optional(),
});

const notice = z.object({
  notify_time: time,
  notify_type: z.string(),
  app_id: z.string(),
  seller_id: z.string(),
  charset: z.string().optional(),
  sign_type: z.literal('RSA2'),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: amount,
  gmt_payment: time.optional(),
  trans_currency: z.string().default('CNY'),
});

const NAME = 'Alipay';

/**
 * Alipay, payment by QR code (`alipay.trade.precreate` and related methods; opendocs.alipay.com). A trade exists at
 * Alipay only once its code is scanned. Refunds complete synchronously and send no notification.
 */
export function openAlipay(context: Context, settings: AlipaySettings): PaymentProvider {
  const { now } = context;
  const api = alipayApi(context, settings);

  const query = (tradeNo: string) => api.ask('alipay.trade.query', { out_trade_no: tradeNo });

  async function ask(tradeNo: string) {
    const answer = await query(tradeNo);
    if (answer.code === 'TRADE_NOT_EXIST') return { state: 'unknown' as const };
    const { out_trade_no, trade_no, trade_status, total_amount, send_pay_date } = saidIn(answer, trade);
    if (out_trade_no !== tradeNo) throw unavailable('Alipay answered about another trade');
    if (trade_status === 'WAIT_BUYER_PAY') return { state: 'waiting' as const };
    // A fully refunded trade is closed too; only the payment time tells it from an unpaid one.
    if (trade_status === 'TRADE_CLOSED' && !send_pay_date) return { state: 'closed' as const };
    if (!['TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'].includes(trade_status) || !send_pay_date)
      throw unavailable('Alipay answered with a payment that lacks its facts');
    return { state: 'paid' as const, providerNo: trade_no, paidFen: total_amount, paidAt: send_pay_date };
  }

  async function askRefund({ tradeNo, refundNo }: { tradeNo: string; refundNo: string }, amountFen?: number) {
    const content = { out_trade_no: tradeNo, out_request_no: refundNo };
    const answer = await api.ask('alipay.trade.fastpay.refund.query', content);
    if (answer.code === 'TRADE_NOT_EXIST') return unknownRefund;
    const found = saidIn(answer, refundFound);
    // An answer with only a code: the refund does not exist or has not been carried out.
    if (found.refund_status !== 'REFUND_SUCCESS') return unknownRefund;
    if (found.out_trade_no !== tradeNo || found.out_request_no !== refundNo || !found.trade_no)
      throw unavailable('Alipay answered about another refund');
    if (amountFen !== undefined && found.refund_amount !== amountFen) throw refused(NAME, 'ANOTHER_AMOUNT');
    return { state: 'done' as const, providerRefundNo: found.trade_no };
  }

  return {
    name: 'alipay',

    async begin({ tradeNo, amountFen, subject, expiresAt, notifyUrl }) {
      const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - now) / 60_000));
      const answer = await api.ask(
        'alipay.trade.precreate',
        {
          out_trade_no: tradeNo,
          total_amount: yuanOf(amountFen),
          subject: plainSubject(subject, 256),
          seller_id: settings.sellerId,
          // The QR code expires with the trade, scanned or not.
          time_expire: chinaTime(expiresAt.getTime()),
          qr_code_timeout_express: `${minutes}m`,
        },
        notifyUrl,
      );
      if (answer.code === 'TRADE_HAS_SUCCESS') throw new AppError('PAYMENT_ALREADY_PAID');
      const said = saidIn(answer, start);
      if (said.out_trade_no !== tradeNo) throw unavailable('Alipay answered about another trade');
      return { qr: said.qr_code };
    },

    ask,

    async close(tradeNo) {
      const { code } = await api.ask('alipay.trade.close', { out_trade_no: tradeNo });
      if (code === '' || code === 'TRADE_NOT_EXIST') return;
      // The trade state does not allow closing: it is closed already, or it has been paid.
      const { state } = await ask(tradeNo);
      if (state === 'paid') throw new AppError('PAYMENT_ALREADY_PAID');
      if (state === 'waiting') throw refused(NAME, code);
    },

    async refund({ tradeNo, refundNo, amountFen, reason }): Promise<RefundState> {
      const subject = plainSubject(reason, 256);
      const answer = await api.ask('alipay.trade.refund', {
        out_trade_no: tradeNo,
        refund_amount: yuanOf(amountFen),
        out_request_no: refundNo,
        ...(subject ? { refund_reason: subject } : {}),
      });
      if (answer.code) return { state: 'failed', why: answer.code };
      const said = saidIn(answer, refunded);
      if (said.out_trade_no !== tradeNo) throw unavailable('Alipay answered about another refund');
      if (said.fund_change === 'Y') return { state: 'done', providerRefundNo: said.trade_no };
      // This request moved no money: an earlier one did, or the refund is still in progress.
      const found = await askRefund({ tradeNo, refundNo }, amountFen);
      return found.state === 'done' ? found : { state: 'running' };
    },

    askRefund: (request) => askRefund(request),

    async read({ body }) {
      const form = new URLSearchParams(body);
      if (new Set(form.keys()).size !== [...form.keys()].length) throw noticeRefused('form');
      if (!(await api.isNotice(form))) throw noticeRefused('signature');
      const said = notice.safeParse(Object.fromEntries(form));
      if (!said.success || !/^utf-?8$/i.test(said.data.charset ?? 'utf-8')) throw noticeRefused('form');
      return noticeIn(said.data);
    },

    reply: (taken) =>
      new Response(taken ? 'success' : 'failure', { headers: { 'Content-Type': 'text/plain' } }),

    bill: (day) => readAlipayBill(api, settings, day),
  };

  function noticeIn(said: z.output<typeof notice>): PaymentNotice {
    const { app_id, seller_id, notify_time, trade_status, trans_currency, gmt_payment } = said;
    if (app_id !== settings.appId || seller_id !== settings.sellerId) throw noticeRefused('merchant');
    if (trans_currency !== 'CNY') throw noticeRefused('currency');
    const age = now - notify_time.getTime();
    if (age > NOTICE_AGE_MS || age < -AHEAD_MS) throw noticeRefused('age');
    const isPaid = ['TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'].includes(trade_status) && gmt_payment;
    if (said.notify_type !== 'trade_status_sync' || !isPaid) throw noticeRefused('nothing');
    return {
      kind: 'payment',
      tradeNo: said.out_trade_no,
      providerNo: said.trade_no,
      paidFen: said.total_amount,
      paidAt: gmt_payment,
    };
  }
}

const unknownRefund = { state: 'failed' as const, why: 'UNKNOWN' };
