import { eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  type CertificateType,
  certificateType,
  DEFAULT_CERTIFICATE_TYPES,
} from '#core/certificate/certificate-types.ts';
import { AppError } from '#core/errors.ts';
import { setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Name of the setting, and the business type under which it is queried ([7.6h]). */
export const TYPES_SETTING = 'CA_APPLY_CONFIG';

/** Certificate types that may be applied for, by type of seal. */
export async function certificateTypes({ db }: Context): Promise<readonly CertificateType[]> {
  const [row] = await db.select().from(setting).where(eq(setting.name, TYPES_SETTING));
  if (!row) return DEFAULT_CERTIFICATE_TYPES;
  const read = z.array(certificateType).safeParse(JSON.parse(row.value));
  return read.success ? read.data : [];
}

/** Throws CERTIFICATE_TYPE_NOT_CONFIGURED if the seal's type has no certificate type ([8.16c]); for enterprises only. */
export async function checkTypeConfigured(
  context: Context,
  { ownerKey, category }: { ownerKey: string; category: string },
): Promise<void> {
  if (!ownerKey.startsWith('E:')) return;
  const types = await certificateTypes(context);
  if (!types.some(({ sealCategory }) => sealCategory === category))
    throw new AppError('CERTIFICATE_TYPE_NOT_CONFIGURED');
}
