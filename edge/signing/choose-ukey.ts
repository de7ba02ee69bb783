import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { fromBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { SIGNATURE_OF_KEY } from '#core/pki/algorithm/signature-of-key.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { certificate, seal, sealUkey, userUkey } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { guardStatements } from '#edge/kernel/storage/guard-statements.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { checkUsable } from '#edge/pki/check-usable.ts';
import type { CertificateRow } from '#edge/pki/key-store.ts';
import type { ChooseKey } from './choose-key.ts';

/**
 * Chooses the key of a UKey. If an enterprise's seals are used: the certificate of the first seal on this device, which
 * must be allowed for all of them ([6.3b]). Otherwise the person's certificate on a device bound to the account.
 * Throws SEAL_UKEY_NOT_ALLOWED ([8.7l]), UKEY_NOT_AUTHORIZED ([8.7m]), UKEY_NO_SEAL_CERTIFICATE ([8.7k]),
 * UKEY_NOT_YET_VALID ([8.7f]), UKEY_EXPIRED ([8.7g]), UKEY_REVOKED, UKEY_KEY_UNFIT, KEY_UNSUPPORTED.
 */
export const chooseUkey =
  (serial: string): ChooseKey =>
  async (context, mine, filled, fileType) => {
    const { actor } = context;
    const seals =
      mine.type === 'ENTERPRISE'
        ? filled.seals.filter((used) => used.seal.ownerKey === actor.ownerKey).map((used) => used.seal)
        : [];
    const found = seals[0]
      ? await ofSeals(context, seals, serial)
      : await ofPerson(context, actor.accountId, serial);
    checkUsable(found.row, context.now);
    const der = fromBase64(found.row.der);
    const { kind } = parseCertificate(der).publicKey;
    // GB/T 38540 supports only SM2.
    if (fileType === 'OFD' && kind !== 'SM2')
      throw new AppError('UKEY_KEY_UNFIT', { algorithm: kind === 'EC' ? 'ECDSA' : kind, fileType });
    const algorithm = SIGNATURE_OF_KEY[kind];
    if (!algorithm) throw new AppError('KEY_UNSUPPORTED', { algorithm: kind });
    return {
      algorithm,
      certificateId: found.row.id,
      serial: found.row.serial,
      certificates: await chainOf(context, found.row),
      guards: found.guards,
    };
  };

type CertificateChoice = { row: CertificateRow; guards: Statement[] };
type SealName = Pick<typeof seal.$inferSelect, 'id' | 'name' | 'ownerKey'>;

async function ofSeals(
  context: SignedInContext,
  seals: readonly SealName[],
  serial: string,
): Promise<CertificateChoice> {
  const bindings = await context.db
    .select({ sealId: sealUkey.sealId, certificate })
    .from(sealUkey)
    .innerJoin(seal, eq(seal.id, sealUkey.sealId))
    .leftJoin(certificate, eq(certificate.id, sealUkey.certificateId))
    .where(and(eq(sealUkey.serial, serial), eq(seal.ownerKey, seals[0]!.ownerKey), isNull(seal.deletedAt)));
  // UKEY_NOT_AUTHORIZED: the device is allowed for no seal of the enterprise; SEAL_UKEY_NOT_ALLOWED: only for others.
  if (bindings.length === 0) throw new AppError('UKEY_NOT_AUTHORIZED');
  for (const { id, name } of seals)
    if (!bindings.some((one) => one.sealId === id)) throw new AppError('SEAL_UKEY_NOT_ALLOWED', { name });
  const first = seals[0]!;
  const row = bindings.find((one) => one.sealId === first.id)?.certificate;
  if (!row) throw new AppError('UKEY_NO_SEAL_CERTIFICATE', { name: first.name });
  const allowed = (id: string) =>
    sql`exists (select 1 from ${sealUkey} where ${sealUkey.sealId} = ${id} and ${sealUkey.serial} = ${serial})`;
  const all = [...new Set(seals.map(({ id }) => id))].map(allowed);
  return { row, guards: [...guardsOf(context, sql`${sql.join(all, sql` and `)} and ${notRevoked(row)}`)] };
}

async function ofPerson(
  context: SignedInContext,
  accountId: string,
  serial: string,
): Promise<CertificateChoice> {
  const [binding] = await context.db
    .select({ id: userUkey.id, certificate })
    .from(userUkey)
    .innerJoin(certificate, eq(certificate.id, userUkey.certificateId))
    .where(and(eq(userUkey.accountId, accountId), eq(userUkey.serial, serial), isNull(userUkey.unboundAt)));
  if (!binding) throw new AppError('UKEY_NOT_AUTHORIZED');
  const bound = sql`exists (select 1 from ${userUkey} where ${userUkey.id} = ${binding.id} and ${userUkey.unboundAt} is null)`;
  return {
    row: binding.certificate,
    guards: guardsOf(context, sql`${bound} and ${notRevoked(binding.certificate)}`),
  };
}

const notRevoked = (row: CertificateRow) =>
  sql`exists (select 1 from ${certificate} where ${certificate.id} = ${row.id} and ${certificate.revokedAt} is null)`;

const guardsOf = (context: SignedInContext, condition: SQL): Statement[] =>
  guardStatements(context, [sql`select 1 where ${condition}`]);
