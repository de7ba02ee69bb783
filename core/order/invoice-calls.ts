import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, id } from '#core/wire.ts';
import { BUYERS, SELLERS } from './access.ts';
import { fen, oneOrder } from './calls.ts';
import { invoiceForm } from './invoice-form.ts';
import { INVOICE_TYPES } from './states.ts';

export const getInvoiceForm = defineCall({
  id: 'order.getInvoiceForm',
  method: 'GET',
  path: '/bc/assemble/invoice/form/:orderId',
  access: BUYERS,
  input: oneOrder,
  output: z.object({
    amountFen: fen,
    type: z.enum(INVOICE_TYPES),
    title: z.string(),
    taxId: z.string(),
    contact: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    registeredAddress: z.string(),
    registeredPhone: z.string(),
    bankName: z.string(),
    bankAccount: z.string(),
  }),
  summary: 'Get an invoice request prefilled with the data of the verified enterprise',
});

export const requestInvoice = defineCall({
  id: 'order.requestInvoice',
  method: 'POST',
  path: '/bc/assemble/invoice/apply',
  access: BUYERS,
  input: z.object({ orderId: id, form: invoiceForm }),
  output: z.object({ invoiceId: id }),
  summary: 'Request an invoice for the amount paid and not refunded',
  once: true,
});

export const cancelInvoice = defineCall({
  id: 'order.cancelInvoice',
  method: 'POST',
  path: '/bc/assemble/invoice/cancel',
  access: BUYERS,
  input: oneOrder,
  output: empty,
  summary: 'Void the invoice of an order; an issued one is reversed by a red invoice',
});

export const INVOICE_FILES = ['pdf', 'ofd', 'redPdf', 'redOfd'] as const;
export type InvoiceFile = (typeof INVOICE_FILES)[number];

export const downloadInvoice = defineCall({
  id: 'order.downloadInvoice',
  method: 'GET',
  path: '/bc/assemble/invoice/download',
  answer: 'file',
  access: BUYERS,
  input: z.object({ invoiceId: id, format: z.enum(INVOICE_FILES) }),
  output: z.any(),
  summary: 'Download an invoice, or the red one that reversed it, as PDF or OFD',
});

export const resendInvoice = defineCall({
  id: 'order.resendInvoice',
  method: 'POST',
  path: '/bc/assemble/invoice/resend',
  access: BUYERS,
  input: z.object({ invoiceId: id }),
  output: empty,
  summary: 'Send an issued invoice to its e-mail address again',
});

export const retryInvoice = defineCall({
  id: 'order.retryInvoice',
  method: 'POST',
  path: '/bc/platform/order/invoice/retry',
  access: SELLERS,
  input: z.object({ orderId: id }),
  output: empty,
  summary: 'Retry a failed invoice',
});
