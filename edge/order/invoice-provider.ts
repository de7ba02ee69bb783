import { z } from 'zod';
import { type Bytes, fromBase64, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { InvoiceDetails } from '#core/order/invoice-form.ts';
import type { InvoiceType } from '#core/order/states.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, bearer } from '#edge/kernel/providers/ask-provider.ts';
import { makeInvoice } from './make-invoice.ts';

export interface InvoiceRequest extends InvoiceDetails {
  /** One invoice under one id, however often it is asked for. */
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

/** Issues invoices and reverses them. Throws UNAVAILABLE where nothing was answered: asked again it is the same invoice. */
export interface InvoiceProvider {
  issue(request: InvoiceRequest): Promise<InvoiceAnswer>;
  /** The red invoice over the whole amount of the one with this number. */
  reverse(request: InvoiceRequest, number: string): Promise<InvoiceAnswer>;
}

/**
 * The service at INVOICE_URL where one is set, with `Authorization: Bearer INVOICE_KEY`: `POST /invoices` with the request
 * as JSON, and `reverses` for a red one, answers { state: issued, running or failed, number, pdf, ofd in base64, why }.
 * Else the simulator, which mode `pro` refuses with UNAVAILABLE.
 */
export function openInvoices(context: Context): InvoiceProvider {
  const { INVOICE_URL: url, INVOICE_KEY: key, SIGNET_MODE } = context.env;
  if (!url) {
    if (SIGNET_MODE === 'pro') throw new AppError('UNAVAILABLE');
    return simulated(context);
  }
  const service = { name: 'invoice service', url, authorization: bearer(key) };
  const ask = async (json: object): Promise<InvoiceAnswer> => {
    const said = await askForJson(service, { path: '/invoices', json, most: MOST_BYTES }, told);
    if (said.state !== 'issued') return said;
    return { ...said, pdf: fromBase64(said.pdf), ofd: fromBase64(said.ofd) };
  };
  return { issue: ask, reverse: (request, number) => ask({ ...request, reverses: number }) };
}

const MOST_BYTES = 8 * 1024 * 1024;
const told = z.discriminatedUnion('state', [
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
/** A tax ID for which the simulator issues nothing, so that a failure can be seen. */
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

/** Twenty digits, as fully digital invoices have; the same for the same request. */
async function numberOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`invoice ${text}`)));
  return Array.from(digest.subarray(0, 20), (byte) => String(byte % 10)).join('');
}
