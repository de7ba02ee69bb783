import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { getOrder, requestRefund } from '#core/order/calls.ts';
import {
  cancelInvoice,
  downloadInvoice,
  getInvoiceForm,
  requestInvoice,
  resendInvoice,
  retryInvoice,
} from '#core/order/invoice-calls.ts';
import { decideRefund, listRefunds } from '#core/order/platform-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import type { ApiClient } from '#tests/client.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { sentMessages } from '#tests/fixtures/messages.ts';
import {
  type Buyer,
  newBuyer,
  newPackage,
  newSeller,
  order,
  orderOnce,
  paidOrder,
  type TestPackage,
} from '#tests/fixtures/orders.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { INVOICE } from './invoice-form.ts';

let seller: ApiClient;
let pack: TestPackage;
beforeAll(async () => {
  seller = await newSeller();
  pack = await newPackage(seller);
});

async function invoiced(buyer: Buyer, form = INVOICE) {
  const { orderId } = await paidOrder(buyer, pack);
  await buyer.admin.call(requestInvoice, { orderId, form });
  const found = await orderOnce(buyer.admin, orderId, ({ invoiceStatus }) =>
    ['ISSUED', 'FAILED'].includes(invoiceStatus),
  );
  return { ...found, invoice: found.invoices[0]! };
}

describe('an invoice', () => {
  it('[3.18c] is requested, then issued as sealed PDF and OFD, verifiable, and announced by mail', async () => {
    const buyer = await newBuyer();
    const { admin, ent } = buyer;
    const { orderId, invoiceStatus } = await paidOrder(buyer, pack);
    expect(invoiceStatus).toBe('NOT_ISSUED');
    expect(await admin.call(getInvoiceForm, { orderId })).toMatchObject({
      amountFen: 10_001,
      title: ent.name,
      contact: buyer.boss.name,
    });
    const email = `invoice-${orderId}@example.com`;
    await admin.call(requestInvoice, { orderId, form: { ...INVOICE, email } });
    const { invoices } = await orderOnce(admin, orderId, (found) => found.invoiceStatus === 'ISSUED');
    const [invoice] = invoices;
    expect(invoice).toMatchObject({
      status: 'ISSUED',
      amountFen: 10_001,
      title: INVOICE.title,
      taxId: INVOICE.taxId,
    });
    expect(invoice!.number).toMatch(/^\d{20}$/);
    expect(invoice!.email).not.toBe(email);
    const { invoiceId } = invoice!;
    const pdf = await admin.download(downloadInvoice, { invoiceId, format: 'pdf' });
    expect(judge(pdf.bytes)).toMatchObject({ signatures: 1, valid: 1, wholeFile: 1 });
    const ofd = await admin.download(downloadInvoice, { invoiceId, format: 'ofd' });
    const anchors = (await admin.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
    for (const file of [pdf, ofd]) {
      const verdict = await verifyFile(file.bytes, { trustAnchors: anchors, time: Date.now() });
      expect(verdict.signatures.map((signature) => signature.verdict)).toEqual(['valid']);
    }
    const mails = await sentMessages(admin, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(invoice!.number);
    expect(await refusal(admin, resendInvoice, { invoiceId })).toBe('TOO_OFTEN');
    const stranger = await newBuyer();
    expect(await refusal(stranger.admin, resendInvoice, { invoiceId })).toBe('NOT_FOUND');
  });

  it('is refused for an order that is unpaid or being refunded, and twice', async () => {
    const buyer = await newBuyer();
    const { orderId: unpaid } = await order(buyer, pack);
    expect(await refusal(buyer.admin, requestInvoice, { orderId: unpaid, form: INVOICE })).toBe(
      'INVOICE_NOTHING',
    );
    const { orderId } = await invoiced(buyer);
    expect(await refusal(buyer.admin, requestInvoice, { orderId, form: INVOICE })).toBe('INVOICE_NOTHING');
  });

  it('[5.16a] [5.16b] needs every field, well-formed, a special one the bank’s; so does a refund', async () => {
    const buyer = await newBuyer();
    const { orderId } = await paidOrder(buyer, pack);
    const wrong = [
      { email: 'finance@' },
      { phone: '12345' },
      ...(['title', 'taxId', 'contact', 'email', 'phone', 'address'] as const).map((name) => ({
        [name]: '',
      })),
      { type: 'SPECIAL' as const },
    ];
    for (const change of wrong)
      expect(await refusal(buyer.admin, requestInvoice, { orderId, form: { ...INVOICE, ...change } })).toBe(
        'INPUT_INVALID',
      );
    const refund = {
      orderId,
      kind: 'WHOLE',
      amountFen: 10_001,
      reason: '多买',
      description: '用不到',
    } as const;
    for (const change of [{ kind: '' }, { amountFen: 0 }, { reason: ' ' }, { description: '' }])
      expect(await refusal(buyer.admin, requestRefund, { ...refund, ...change } as typeof refund)).toBe(
        'INPUT_INVALID',
      );
    const special = {
      ...INVOICE,
      type: 'SPECIAL' as const,
      registeredAddress: '福建省厦门市思明区',
      registeredPhone: '0592-5551234',
      bankName: '中国银行厦门分行',
      bankAccount: '6222021234567890128',
    };
    await buyer.admin.call(requestInvoice, { orderId, form: special });
    expect((await buyer.admin.call(getOrder, { orderId })).invoices[0]!.type).toBe('SPECIAL');
  });

  it('that fails says why, and is tried again or cancelled', async () => {
    const buyer = await newBuyer();
    const { orderId, invoice, invoiceStatus } = await invoiced(buyer, {
      ...INVOICE,
      taxId: '000000000000000',
    });
    expect(invoiceStatus).toBe('FAILED');
    expect(invoice.failure).toContain('纳税人识别号');
    await seller.call(retryInvoice, { orderId });
    expect((await buyer.admin.call(getOrder, { orderId })).invoiceStatus).toBe('FAILED');
    await buyer.admin.call(cancelInvoice, { orderId });
    expect(await buyer.admin.call(getOrder, { orderId })).toMatchObject({ invoiceStatus: 'CANCELLED' });
    await buyer.admin.call(requestInvoice, { orderId, form: INVOICE });
    await orderOnce(buyer.admin, orderId, (found) => found.invoiceStatus === 'ISSUED');
  });

  it('is reversed by a red invoice, automatically before a refund', async () => {
    const buyer = await newBuyer();
    const { orderId, orderNumber, invoice } = await invoiced(buyer);
    await buyer.admin.call(requestRefund, {
      orderId,
      kind: 'WHOLE',
      amountFen: 10_001,
      reason: '不再需要',
      description: '业务调整',
    });
    const [refund] = (await seller.call(listRefunds, { orderNumber })).records;
    await seller.call(decideRefund, { refundId: refund!.refundId, approve: true, remark: '' });
    await runJobs();
    const over = await orderOnce(buyer.admin, orderId, ({ orderStatus }) => orderStatus === 'REFUNDED');
    expect(over).toMatchObject({ invoiceStatus: 'CANCELLED', orderStatus: 'REFUNDED' });
    expect(over.invoices[0]!.redNumber).toMatch(/^\d{20}$/);
    const order = over.timeline.map(({ event }) => event);
    expect(order.indexOf('invoiceCancelled')).toBeLessThan(order.indexOf('refundDone'));
    const red = await buyer.admin.download(downloadInvoice, {
      invoiceId: invoice.invoiceId,
      format: 'redPdf',
    });
    expect(judge(red.bytes)).toMatchObject({ signatures: 1, valid: 1 });
  });
});
