import { oneOf } from '#core/one-of.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openFields } from '#edge/kernel/crypto/sealed-fields.ts';
import type { Applicant } from '#edge/pki/certificate-authority.ts';
import type { OrderRow } from './read-order.ts';

/** The applicant submitted with an order, or null. */
export async function applicantOf(
  context: Pick<Context, 'keys'>,
  order: Pick<OrderRow, 'id' | 'applicantSealed'>,
): Promise<Applicant | null> {
  if (!order.applicantSealed) return null;
  const {
    name = '',
    idType = '',
    idNumber = '',
    mobile = '',
  } = await openFields(context, order.id, order.applicantSealed);
  return { name, idType: idType === '' ? '' : oneOf(ID_TYPES, idType), idNumber, mobile };
}
