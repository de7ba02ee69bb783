import { z } from 'zod';
import { chinaInstant } from '#core/china-time.ts';
import type { WechatSettings } from '#core/config/payment-settings.ts';
import { AppError } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import { plainSubject } from './plain-subject.ts';
import type { PaymentNotice, PaymentProvider, PaymentState, RefundState } from './provider.ts';
import { saidIn, type WechatAnswer, wechatApi } from './wechat-api.ts';
import { readWechatBill } from './wechat-bill.ts';
import { openSealed } from './wechat-keys.ts';
import { noticeRefused, refused, unavailable } from './with-retries.ts';

const fen = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const start = z.object({ code_url: z.string().min(8).max(512) });

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: instant.optional(),
  amount: z.object({ total: fen, currency: z.string().default('CNY') }).optional(),
});
type Transaction = z.output<typeof transaction>;

const refundSaid = z.object({
  refund_id: z.string(),
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.string(),
  amount: z.object({ refund: fen, currency: z.string().default('CNY') }),
});

const event = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    nonce: z.string(),
    associated_data: z.string().optional(),
    ciphertext: z.string(),
  }),
});

const refundEvent = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_status: z.string(),
  amount: z.object({ refund: fen }),
});

/** States of paid trades; a refund does not change that. */
const PAID = ['SUCCESS', 'REFUND'];
const OPEN = ['NOTPAY', 'USERPAYING', 'ACCEPT', 'PAYERROR'];

/** The API writes the same code with and without underscores, depending on the call. */
const isCode = ({ code }: WechatAnswer, name: string): boolean => code.replaceAll('_', '') === name;

/**
 * WeChat Pay, API v3, Native: the payer scans a QR code (pay.weixin.qq.com/doc/v3/merchant, "Native 支付"). `refundsTo`
 * is the URL for refund notifications.
 */
export function openWechat(context: Context, settings: WechatSettings, refundsTo: string): PaymentProvider {
  const { mchid, appid } = settings;
  const api = wechatApi(context, settings);
  const tradePath = (tradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}`;

  return {
    name: 'wechat',

    async begin({ tradeNo, amountFen, subject, expiresAt, notifyUrl }) {
      const answer = await api.ask({
        method: 'POST',
        path: '/v3/pay/transactions/native',
        json: {
          appid,
          mchid,
          description: plainSubject(subject, 127),
          out_trade_no: tradeNo,
          time_expire: chinaInstant(expiresAt.getTime()),
          notify_url: notifyUrl,
          amount: { total: amountFen, currency: 'CNY' },
        },
      });
      if (isCode(answer, 'ORDERPAID')) throw new AppError('PAYMENT_ALREADY_PAID');
      return { qr: saidIn(answer, start).code_url };
    },

    async ask(tradeNo) {
      const answer = await api.ask({ method: 'GET', path: `${tradePath(tradeNo)}?mchid=${mchid}` });
      if (isCode(answer, 'ORDERNOTEXIST')) return { state: 'unknown' };
      const trade = saidIn(answer, transaction);
      if (!isOwn(trade) || trade.out_trade_no !== tradeNo)
        throw unavailable('WeChat Pay answered about another trade');
      return stateOf(trade);
    },

    async close(tradeNo) {
      const answer = await api.ask({ method: 'POST', path: `${tradePath(tradeNo)}/close`, json: { mchid } });
      if (isCode(answer, 'ORDERPAID')) throw new AppError('PAYMENT_ALREADY_PAID');
      if (answer.code && !isCode(answer, 'ORDERCLOSED') && !isCode(answer, 'ORDERNOTEXIST'))
        throw refused('WeChat Pay', answer.code);
    },

    async refund({ tradeNo, refundNo, amountFen, totalFen, reason }) {
      const subject = plainSubject(reason, 80);
      const answer = await api.ask({
        method: 'POST',
        path: '/v3/refund/domestic/refunds',
        json: {
          out_trade_no: tradeNo,
          out_refund_no: refundNo,
          ...(subject ? { reason: subject } : {}),
          notify_url: refundsTo,
          amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
        },
      });
      // The refund was not started: it exceeds the rest, the balance is insufficient, or the account cannot receive it.
      if (answer.code) return { state: 'failed', why: answer.code };
      return refundState(answer, tradeNo, refundNo, amountFen);
    },

    async askRefund({ tradeNo, refundNo }) {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
      const answer = await api.ask({ method: 'GET', path });
      if (answer.status === 404) return { state: 'failed', why: 'UNKNOWN' };
      return refundState(answer, tradeNo, refundNo);
    },

    async read({ headers, body }) {
      const found = await api.check(headers, body);
      if (found !== 'signed') throw noticeRefused(found);
      const { event_type, resource } = parsedNotice(event, () => JSON.parse(body));
      const isRefund = event_type.startsWith('REFUND.');
      if (event_type !== 'TRANSACTION.SUCCESS' && !isRefund) throw noticeRefused('nothing');
      const plain = await openSealed(settings.apiKey, resource).catch(() => {
        throw noticeRefused('form');
      });
      const said = () => JSON.parse(new TextDecoder().decode(plain)) as unknown;
      return isRefund ? refundNotice(said) : paymentNotice(said);
    },

    reply: (taken) =>
      taken
        ? new Response(null, { status: 204 })
        : Response.json({ code: 'FAIL', message: 'not taken' }, { status: 500 }),

    bill: (day) => readWechatBill(api, settings, day),
  };

  function isOwn(trade: Transaction): boolean {
    return trade.mchid === mchid && trade.appid === appid;
  }

  function stateOf(trade: Transaction): PaymentState {
    const { trade_state, transaction_id, success_time, amount } = trade;
    if (OPEN.includes(trade_state)) return { state: 'waiting' };
    if (!PAID.includes(trade_state)) return { state: 'closed' };
    if (amount?.currency !== 'CNY' || !transaction_id || !success_time)
      throw unavailable('WeChat Pay answered with a payment that lacks its facts');
    return { state: 'paid', providerNo: transaction_id, paidFen: amount.total, paidAt: success_time };
  }

  function refundState(
    answer: WechatAnswer,
    tradeNo: string,
    refundNo: string,
    amountFen?: number,
  ): RefundState {
    const said = saidIn(answer, refundSaid);
    const isSameRefund = said.out_trade_no === tradeNo && said.out_refund_no === refundNo;
    if (!isSameRefund || said.amount.currency !== 'CNY')
      throw unavailable('WeChat Pay answered about another refund');
    if (amountFen !== undefined && said.amount.refund !== amountFen)
      throw refused('WeChat Pay', 'ANOTHER_AMOUNT');
    const providerRefundNo = said.refund_id;
    if (said.status === 'SUCCESS') return { state: 'done', providerRefundNo };
    if (said.status === 'PROCESSING') return { state: 'running', providerRefundNo };
    // ABNORMAL waits for the merchant to fix it at WeChat Pay and may still be carried out then.
    return { state: 'failed', providerRefundNo, why: said.status, isOver: said.status === 'CLOSED' };
  }

  function paymentNotice(read: () => unknown): PaymentNotice {
    const trade = parsedNotice(transaction, read);
    if (!isOwn(trade)) throw noticeRefused('merchant');
    if (trade.trade_state !== 'SUCCESS') throw noticeRefused('nothing');
    const { out_trade_no, transaction_id, success_time, amount } = trade;
    if (!amount || !transaction_id || !success_time) throw noticeRefused('form');
    if (amount.currency !== 'CNY') throw noticeRefused('currency');
    return {
      kind: 'payment',
      tradeNo: out_trade_no,
      providerNo: transaction_id,
      paidFen: amount.total,
      paidAt: success_time,
    };
  }

  function refundNotice(read: () => unknown): PaymentNotice {
    const refund = parsedNotice(refundEvent, read);
    if (refund.mchid !== mchid) throw noticeRefused('merchant');
    if (refund.refund_status === 'PROCESSING') throw noticeRefused('nothing');
    return {
      kind: 'refund',
      refundNo: refund.out_refund_no,
      tradeNo: refund.out_trade_no,
      refundedFen: refund.amount.refund,
      state: refund.refund_status === 'SUCCESS' ? 'done' : 'failed',
    };
  }
}

function parsedNotice<S extends z.ZodType>(schema: S, read: () => unknown): z.output<S> {
  try {
    return schema.parse(read());
  } catch {
    throw noticeRefused('form');
  }
}
