import { and, asc, eq, lte, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { yuan } from '#core/order/money.ts';
import {
  INVOICE_MACHINE,
  type InvoiceEvent,
  type InvoiceState,
  type TimelineEvent,
} from '#core/order/states.ts';
import { invoice } from '#db/schema/index.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { invoiceMailEffect } from './effects.ts';
import { openDetails } from './invoice-details.ts';
import { type InvoiceAnswer, type InvoiceRequest, openInvoices } from './invoice-provider.ts';
import { noteOrder, type Order, type OrderNote, unchanged, unsafeReadOrder } from './orders.ts';

export type Invoice = typeof invoice.$inferSelect;

const MINUTE_MS = 60_000;
const AT_ONCE = 20;

// Literals, because SQLite does not use the index of due invoices for a list of bound values.
const isInHand = sql`${invoice.state} in ('APPLIED', 'ISSUING')`;

/** Runs every minute: processes invoices that are requested or being issued. */
export async function runInvoices(context: Context): Promise<void> {
  const rows = await context.db
    .select()
    .from(invoice)
    .where(and(isInHand, lte(invoice.askAt, context.now)))
    .orderBy(asc(invoice.askAt))
    .limit(AT_ONCE);
  for (const { id } of rows) await driveInvoice(atPresent(context), id);
}

/**
 * Advances an invoice at its provider. Marks it ISSUING before the provider is called and repeats the request under the
 * same id until it is answered.
 */
export async function driveInvoice(context: Context, invoiceId: string): Promise<void> {
  let row = await readInvoice(context, invoiceId);
  if (row.state === 'APPLIED') {
    await moveInvoice(context, invoiceId, 'begin', () => ({ changes: { askAt: context.now + MINUTE_MS } }));
    row = await readInvoice(context, invoiceId);
  }
  if (row.state !== 'ISSUING') return;
  const order = await unsafeReadOrder(context, row.orderId);
  const answer = await orRunning(() =>
    requestOf(context, row, order).then((r) => openInvoices(context).issue(r)),
  );
  if (answer.state === 'running') {
    await context.db
      .update(invoice)
      .set({ askAt: context.now + MINUTE_MS })
      .where(eq(invoice.id, invoiceId));
    return;
  }
  if (answer.state === 'failed') {
    await moveInvoice(context, invoiceId, 'fail', () => ({
      changes: { failure: answer.why.slice(0, 200) },
      event: 'invoiceFailed',
      told: { remark: answer.why.slice(0, 200) },
    }));
    return;
  }
  const [pdf, ofd] = [await context.files.put(answer.pdf), await context.files.put(answer.ofd)];
  await moveInvoice(context, invoiceId, 'succeed', (now) => ({
    changes: { number: answer.number, pdf, ofd, issuedAt: context.now, failure: '' },
    event: 'invoiceIssued',
    told: { remark: answer.number, amountFen: row.amountFen },
    beside: [
      enqueue(context, `invoice:${invoiceId}`, invoiceMailEffect, { invoiceId }),
      enqueue(context, `order:${now.id}`, noticeEffect, {
        accountId: now.buyerId,
        ownerKey: enterpriseKey(now.enterpriseId),
        category: 'system',
        template: 'INVOICE_ISSUED',
        params: { order: now.number, number: answer.number },
        taskId: '',
      }),
    ],
  }));
}

/**
 * Voids the invoice of an order: cancels it if it is not issued, reverses it with a red invoice (红字发票) if it is. Does
 * nothing if the order has none. Throws INVOICE_NOT_YET while it is being issued or reversed, CONFLICT if the provider
 * refuses.
 */
export async function voidInvoice(context: Context, orderId: string, operator: string): Promise<void> {
  const [row] = await context.db
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), ne(invoice.state, 'CANCELLED')));
  if (!row) return;
  if (row.state === 'ISSUING') throw new AppError('INVOICE_NOT_YET');
  if (row.state !== 'ISSUED') {
    await moveInvoice(context, row.id, 'cancel', () => ({ event: 'invoiceCancelled', told: { operator } }));
    return;
  }
  const order = await unsafeReadOrder(context, orderId);
  const answer = await orRunning(() =>
    requestOf(context, row, order).then((r) => openInvoices(context).reverse(r, row.number)),
  );
  if (answer.state === 'running') throw new AppError('INVOICE_NOT_YET');
  if (answer.state === 'failed') throw new AppError('CONFLICT');
  const [redPdf, redOfd] = [await context.files.put(answer.pdf), await context.files.put(answer.ofd)];
  await moveInvoice(context, row.id, 'cancel', () => ({
    changes: { redNumber: answer.number, redPdf, redOfd },
    event: 'invoiceCancelled',
    told: { operator, remark: answer.number, amountFen: -row.amountFen },
  }));
}

/** Treats an unavailable provider as `running`, so that it is asked again later. */
async function orRunning(question: () => Promise<InvoiceAnswer>): Promise<InvoiceAnswer> {
  try {
    return await question();
  } catch (error) {
    noteFault('invoice', error);
    return { state: 'running' };
  }
}

const requestOf = async (context: Context, row: Invoice, order: Order): Promise<InvoiceRequest> => ({
  ...(await openDetails(context, row)),
  id: row.id,
  type: row.type,
  title: row.title,
  taxId: row.taxId,
  item: order.name,
  quantity: order.quantity,
  amountFen: row.amountFen,
  orderNumber: order.number,
});

export async function readInvoice({ db }: Pick<Context, 'db'>, invoiceId: string): Promise<Invoice> {
  const [row] = await db.select().from(invoice).where(eq(invoice.id, invoiceId));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

interface Move {
  changes?: Partial<Omit<Invoice, 'id' | 'state'>>;
  event?: TimelineEvent;
  told?: OrderNote;
  beside?: Statement[];
}

/**
 * Moves an invoice and the invoice status of its order together. Does nothing if the state no longer allows the event.
 */
export const moveInvoice = (
  context: Context,
  invoiceId: string,
  event: InvoiceEvent,
  make: (order: Order) => Move,
): Promise<void> =>
  withRetry(async () => {
    const { db } = context;
    const row = await readInvoice(context, invoiceId);
    const state = next(INVOICE_MACHINE, row.state, event) as Exclude<InvoiceState, 'NOT_ISSUED'> | null;
    if (state === null) return;
    const order = await unsafeReadOrder(context, row.orderId);
    const { changes = {}, event: line, told: note, beside = [] } = make(order);
    const after = { invoiceState: state };
    await commit(
      context,
      [
        unchanged(order),
        sql`select 1 from ${invoice} where ${invoice.id} = ${invoiceId} and ${invoice.state} = ${row.state}`,
      ],
      [
        db
          .update(invoice)
          .set({ ...changes, state })
          .where(eq(invoice.id, invoiceId)),
        ...noteOrder(context, order, line, note, after),
        ...beside,
      ],
    );
  });

/** Mails the recipient that an invoice is issued, with a link to its order. */
export async function mailInvoice(
  context: Context,
  { invoiceId }: z.output<typeof invoiceMailEffect.payload>,
  id: string,
): Promise<void> {
  const row = await readInvoice(context, invoiceId);
  if (row.state !== 'ISSUED') return;
  const [{ email }, order] = [await openDetails(context, row), await unsafeReadOrder(context, row.orderId)];
  await openMail(context).send({
    id,
    mail: email,
    template: 'INVOICE_MAIL',
    subject: 'INVOICE_MAIL_SUBJECT',
    params: {
      order: order.number,
      number: row.number,
      title: row.title,
      amount: yuan(row.amountFen),
      link: publicAddress(context, `/order/${order.id}`),
    },
  });
  await context.db.update(invoice).set({ sentAt: context.now }).where(eq(invoice.id, invoiceId));
}
