import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/commit.ts';
import { certificateFor, personSubject, type Subject } from '#edge/pki/authority.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { type CertificateRow, openSigner } from '#edge/pki/key-store.ts';
import type { Filled } from './fill-placements.ts';
import type { SignerRow } from './rows.ts';

export interface SigningKey {
  signer: Signer;
  certificateId: string;
  serial: string;
  /** DER; the signer's first, then its issuer. */
  certificates: Bytes[];
  /** Of a key that is elsewhere and signs later: the time of its first half, epoch ms, for all halves. */
  at?: number;
  /** Makes something once for all halves, so that what is signed stays the same. */
  keep?(name: string, make: () => Promise<Bytes>): Promise<Bytes>;
  /** Go into the transaction that writes the signature, and fail it when the key may no longer sign. */
  guards?: Statement[];
}

/** Chooses the key for a signer's filled placements. */
export type ChooseKey = (
  mine: Pick<SignerRow, 'type'>,
  filled: Filled,
  fileType: TaskFileType,
) => Promise<SigningKey>;

/** PDF is signed with RSA (PAdES), OFD with SM2 (GB/T 38540). */
const FAMILY = { PDF: 'RSA', OFD: 'SM2' } as const;

/**
 * The key that a signer signs with. For an enterprise that stamps: in PDF that of the first enterprise seal used, in OFD
 * the enterprise's own. Else the person's own. Issued when first needed.
 */
export async function chooseKey(
  context: SignedInContext,
  mine: Pick<SignerRow, 'type'>,
  filled: Filled,
  fileType: TaskFileType,
): Promise<SigningKey> {
  const { actor } = context;
  const family = FAMILY[fileType];
  // Its certificate is in a UKey, and so is what may sign for it.
  const outside = filled.seals.find(({ certificate }) => certificate.keyId === null);
  if (outside) throw new AppError('UKEY_NEEDED', { name: outside.seal.name });
  const sealed =
    mine.type === 'ENTERPRISE'
      ? filled.seals.find(({ seal }) => seal.ownerKey === actor.ownerKey)
      : undefined;
  const row: CertificateRow =
    sealed && family === 'RSA'
      ? sealed.certificate
      : await certificateFor(context, subjectOf(context, sealed !== undefined), family);
  if (row.keyId === null) throw new AppError('KEY_UNSUPPORTED', { algorithm: row.subject });
  return {
    signer: await openSigner(context, row),
    certificateId: row.id,
    serial: row.serial,
    certificates: await chainOf(context, row),
  };
}

const subjectOf = (context: SignedInContext, asEnterprise: boolean): Subject => {
  const { ownerKey, entName, accountId } = context.actor;
  return asEnterprise
    ? { ownerKey, purpose: 'SEAL', organization: entName, commonName: entName }
    : personSubject(accountId, requireVerifiedName(context));
};
