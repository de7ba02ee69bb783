import { and, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  cancelInvoice as cancelCall,
  downloadInvoice as downloadCall,
  getInvoiceForm as formCall,
  requestInvoice as requestCall,
  resendInvoice as resendCall,
  retryInvoice as retryCall,
} from '#core/order/invoice-calls.ts';
import { type InvoiceDetails, SEALED_DETAILS } from '#core/order/invoice-form.ts';
import { invoiceable } from '#core/order/quote-refund.ts';
import { enterprise, invoice, purchase } from '#db/schema/index.ts';
import { mailOf } from '#edge/identity/address-of.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { profileAsDraft } from '#edge/realname/profile.ts';
import { invoiceMailEffect } from './effects.ts';
import { sealDetails } from './invoice-details.ts';
import { openInvoices } from './invoice-provider.ts';
import { noteOrder, ordersOf, readOrder, unchanged } from './orders.ts';
import { driveInvoice, type Invoice, moveInvoice, voidInvoice } from './run-invoice.ts';
import { mayInvoice } from './view-order.ts';

const RESEND_MS = 60_000;

/** Invoice form prefilled from the verified profile of the enterprise. */
export async function getInvoiceForm(
  { orderId }: ParsedInputOf<typeof formCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof formCall>> {
  const order = await readOrder(context, orderId);
  const [ent] = await context.db.select().from(enterprise).where(eq(enterprise.id, order.enterpriseId));
  const { unit, bank } = await profileAsDraft(context, order.enterpriseId);
  const area = 'province' in unit ? [unit.province, unit.city, unit.district].filter(Boolean).join('') : '';
  const address = unit.address ? `${area}${unit.address}` : '';
  const phone = unit.phone ?? '';
  return {
    amountFen: invoiceable(order),
    type: 'NORMAL',
    title: ent?.name ?? '',
    taxId: ('taxNumber' in unit && unit.taxNumber) || (ent?.creditCode ?? ''),
    contact: context.actor.name,
    email: await mailOf(context, context.actor.accountId),
    phone,
    address,
    registeredAddress: address,
    registeredPhone: phone,
    bankName: bank.bankName ?? '',
    bankAccount: bank.bankAccount ?? '',
  };
}

/** Requests an invoice over the amount paid minus refunds. Throws INVOICE_NOTHING, ORDER_CHANGED, UNAVAILABLE. */
export async function requestInvoice(
  { orderId, form }: ParsedInputOf<typeof requestCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof requestCall>> {
  const { db, actor, now } = context;
  const order = await readOrder(context, orderId);
  if (!mayInvoice(order)) throw new AppError('INVOICE_NOTHING');
  openInvoices(context);
  const id = context.newId();
  const details = Object.fromEntries(SEALED_DETAILS.map((name) => [name, form[name]])) as InvoiceDetails;
  const row: typeof invoice.$inferInsert = {
    id,
    orderId,
    enterpriseId: order.enterpriseId,
    type: form.type,
    state: 'APPLIED',
    amountFen: invoiceable(order),
    title: form.title,
    taxId: form.taxId,
    detailsSealed: await sealDetails(context, id, details),
    askAt: now,
    requestedBy: actor.name,
    createdAt: now,
  };
  const answer = { invoiceId: id };
  try {
    await commit(
      context,
      [unchanged(order)],
      [
        db.insert(invoice).values(row),
        ...noteOrder(
          context,
          order,
          'invoiceApplied',
          { operator: actor.name, amountFen: row.amountFen },
          { invoiceState: 'APPLIED' },
        ),
        ...context.remember(answer),
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('ORDER_CHANGED');
    throw error;
  }
  context.defer(driveInvoice(context, id));
  return answer;
}

/**
 * Voids the invoice of an order. Throws INVOICE_NOT_YET, ORDER_CHANGED during a refund, which voids the invoice itself.
 */
export async function cancelInvoice(
  { orderId }: ParsedInputOf<typeof cancelCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await readOrder(context, orderId);
  if (order.state === 'REFUNDING') throw new AppError('ORDER_CHANGED');
  await voidInvoice(context, order.id, context.actor.name);
  return null;
}

/** Reads an invoice of an order that the identity may see. Throws NOT_FOUND. */
async function readOwn(
  { db, actor }: SignedInContext,
  invoiceId: string,
): Promise<{ row: Invoice; orderNumber: string }> {
  const [found] = await db
    .select({ row: invoice, orderNumber: purchase.number })
    .from(invoice)
    .innerJoin(purchase, eq(purchase.id, invoice.orderId))
    .where(and(eq(invoice.id, invoiceId), ordersOf(actor)));
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

export async function downloadInvoice(
  { invoiceId, format }: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { row } = await readOwn(context, invoiceId);
  const key = row[format];
  if (key === '') throw new AppError('NOT_FOUND');
  const body = await context.files.get(key);
  const red = format.startsWith('red');
  const type = format.toLowerCase().endsWith('pdf') ? 'pdf' : 'ofd';
  return {
    body,
    length: body.length,
    fileName: `${red ? row.redNumber : row.number}.${type}`,
    contentType: type === 'pdf' ? 'application/pdf' : 'application/ofd',
  };
}

/**
 * Sends an issued invoice to its e-mail address again, at most once a minute. Throws TOO_OFTEN, ORDER_CHANGED if it is
 * not issued.
 */
export async function resendInvoice(
  { invoiceId }: ParsedInputOf<typeof resendCall>,
  context: SignedInContext,
): Promise<null> {
  const { row } = await readOwn(context, invoiceId);
  if (row.state !== 'ISSUED') throw new AppError('ORDER_CHANGED');
  if (row.sentAt !== null && context.now - row.sentAt < RESEND_MS) throw new AppError('TOO_OFTEN');
  // Guards against two concurrent requests that both passed the check above.
  const notSince = sql`select 1 from ${invoice} where ${invoice.id} = ${invoiceId} and ${invoice.sentAt} is ${row.sentAt}`;
  await commit(
    context,
    [notSince],
    [
      context.db.update(invoice).set({ sentAt: context.now }).where(eq(invoice.id, invoiceId)),
      enqueue(context, `invoice:${invoiceId}`, invoiceMailEffect, { invoiceId }),
    ],
    new AppError('TOO_OFTEN'),
  );
  return null;
}

/** Retries a failed invoice, for the platform. Throws ORDER_CHANGED if none failed. */
export async function retryInvoice(
  { orderId }: ParsedInputOf<typeof retryCall>,
  context: SignedInContext,
): Promise<null> {
  const [row] = await context.db
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.state, 'FAILED')))
    .orderBy(desc(invoice.createdAt));
  if (!row) throw new AppError('ORDER_CHANGED');
  await moveInvoice(context, row.id, 'begin', () => ({
    changes: { askAt: context.now, tries: row.tries + 1 },
    event: 'invoiceApplied',
    told: { operator: context.actor.name },
  }));
  await driveInvoice(context, row.id);
  return null;
}
