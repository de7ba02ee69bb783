import type { InvoiceDetails } from '#core/order/invoice-form.ts';
import type { invoice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Encrypts contact, addresses and accounts of an invoice as one value bound to its row. */
export const sealDetails = (
  { keys }: Pick<Context, 'keys'>,
  invoiceId: string,
  details: InvoiceDetails,
): Promise<string> => keys.sealField(JSON.stringify(details), `invoice:${invoiceId}`);

export const openDetails = async (
  { keys }: Pick<Context, 'keys'>,
  row: Pick<typeof invoice.$inferSelect, 'id' | 'detailsSealed'>,
): Promise<InvoiceDetails> => JSON.parse(await keys.openField(row.detailsSealed, `invoice:${row.id}`));
