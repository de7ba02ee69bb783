import { z } from 'zod';
import { type Bytes, fromBase64, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { InvoiceDetails } from '#core/order/invoice-form.ts';
import type { InvoiceType } from '#core/order/states.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, bearer } from '#edge/kernel/providers/ask-provider.ts';
import { makeInvoice } from './make-invoice.ts';

export interface InvoiceRequest extends InvoiceDetails {
  /** Idempotency key: repeated requests with the same id yield the same invoice. */
  id: string;
  type: InvoiceType;
  title: string;
  taxId: string;
  item: string;
  quantity: number;
  amountFen: number;
  orderNumber: string;
}

export type InvoiceAnswer =
  | { state: 'issued'; number: string; pdf: Bytes; ofd: Bytes }
  | { state: 'running' }
  | { state: 'failed'; why: string };

/**
 * Issues and reverses invoices. Throws UNAVAILABLE if the provider did not answer; retrying yields the same invoice.
 */
export interface InvoiceProvider {
  issue(request: InvoiceRequest): Promise<InvoiceAnswer>;
  /** Issues the red invoice (红字发票) that reverses the whole amount of invoice `number`. */
  reverse(request: InvoiceRequest, number: string): Promise<InvoiceAnswer>;
}

/**
 * The service at INVOICE_URL if one is set, with `Authorization: Bearer INVOICE_KEY`: `POST /invoices` with the request
 * as JSON, plus `reverses` for a red invoice, answers { state: issued, running or failed, number, pdf, ofd in base64,
 * why }. Otherwise the simulator. Throws UNAVAILABLE in mode `pro` without INVOICE_URL.
 */
export function openInvoices(context: Context): InvoiceProvider {
  const { INVOICE_URL: url, INVOICE_KEY: key, SIGNET_MODE } = context.env;
  if (!url) {
    if (SIGNET_MODE === 'pro') throw new AppError('UNAVAILABLE');
    return simulated(context);
  }
  const service = { name: 'invoice service', url, authorization: bearer(key) };
  const ask = async (json: object): Promise<InvoiceAnswer> => {
    const said = await askForJson(service, { path: '/invoices', json, most: MOST_BYTES }, answer);
    if (said.state !== 'issued') return said;
    return { ...said, pdf: fromBase64(said.pdf), ofd: fromBase64(said.ofd) };
  };
  return { issue: ask, reverse: (request, number) => ask({ ...request, reverses: number }) };
}

const MOST_BYTES = 8 * 1024 * 1024;
const answer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('issued'),
    number: z.string().min(8).max(30),
    pdf: z.base64(),
    ofd: z.base64(),
  }),
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('failed'), why: z.string().max(200) }),
]);

const SELLER = { name: 'Signet 演示服务商', taxId: '91350200776049653A' };
const NOTE = '备注：模拟开票，仅供演示，不作报销凭证。';
/** Tax ID that the simulator refuses, so that failures can be demonstrated. */
const REFUSED_TAX_ID = '000000000000000';

function simulated(context: Context): InvoiceProvider {
  const make = async (request: InvoiceRequest, reverses?: string): Promise<InvoiceAnswer> => {
    if (request.taxId === REFUSED_TAX_ID) return { state: 'failed', why: '纳税人识别号与登记信息不一致' };
    const number = await numberOf(`${request.id}${reverses ?? ''}`);
    const files = await makeInvoice(context, {
      number,
      type: request.type,
      issuedAt: context.now,
      seller: SELLER,
      buyer: request,
      item: request.item,
      quantity: request.quantity,
      amountFen: reverses ? -request.amountFen : request.amountFen,
      orderNumber: request.orderNumber,
      note: NOTE,
      ...(reverses ? { reverses } : {}),
    });
    return { state: 'issued', number, ...files };
  };
  return { issue: (request) => make(request), reverse: make };
}

/** Twenty digits, like fully digital invoices; deterministic per request. */
async function numberOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`invoice ${text}`)));
  return Array.from(digest.subarray(0, 20), (byte) => String(byte % 10)).join('');
}
