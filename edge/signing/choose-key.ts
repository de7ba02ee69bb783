import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { certificateFor, personSubject, type Subject } from '#edge/pki/authority.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { type CertificateRow, openSigner } from '#edge/pki/key-store.ts';
import type { Filled } from './fill-placements.ts';
import type { SignerRow } from './rows.ts';

/** What signs, as far as the document is concerned: the key itself may be elsewhere. */
export interface SigningKey {
  certificateId: string;
  serial: string;
  /** DER; the signer's first, then its issuer. */
  certificates: Bytes[];
  algorithm: SignatureAlgorithm;
  /** Go into the transaction that writes the signature, and fail it when the key may no longer sign. */
  guards: Statement[];
}

/** A key of the product's own key store. */
export interface KeyHere extends SigningKey {
  signer: Signer;
}

/** Chooses the key for a signer's filled placements. */
export type ChooseKey<Key extends SigningKey = SigningKey> = (
  context: SignedInContext,
  mine: Pick<SignerRow, 'type'>,
  filled: Filled,
  fileType: TaskFileType,
) => Promise<Key>;

/** PDF is signed with RSA (PAdES), OFD with SM2 (GB/T 38540). */
const FAMILY = { PDF: 'RSA', OFD: 'SM2' } as const;

/**
 * The key that a signer signs with. For an enterprise that stamps: in PDF that of the first enterprise seal used, in OFD
 * the enterprise's own. Else the person's own. Issued when first needed.
 */
export const chooseKey: ChooseKey<KeyHere> = async (context, mine, filled, fileType) => {
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
  const signer = await openSigner(context, row);
  return {
    signer,
    algorithm: signer.algorithm,
    certificateId: row.id,
    serial: row.serial,
    certificates: await chainOf(context, row),
    guards: [],
  };
};

const subjectOf = (context: SignedInContext, asEnterprise: boolean): Subject => {
  const { ownerKey, entName, accountId } = context.actor;
  return asEnterprise
    ? { ownerKey, purpose: 'SEAL', organization: entName, commonName: entName }
    : personSubject(accountId, requireVerifiedName(context));
};
