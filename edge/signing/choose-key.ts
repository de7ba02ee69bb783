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
import type { FilledPlacements } from './fill-placements.ts';
import type { SignerRow } from './rows.ts';

/** Public part of a signing key. The private key may be in the product's key store or in a UKey. */
export interface SigningKey {
  certificateId: string;
  serial: string;
  /** DER; the signer's certificate first, then its issuers. */
  certificates: Bytes[];
  algorithm: SignatureAlgorithm;
  /** Guards for the transaction that writes the signature; they fail it if the key may no longer sign. */
  guards: Statement[];
}

/** A key in the product's key store. */
export interface KeyHere extends SigningKey {
  signer: Signer;
}

/** Chooses the key for a signer's filled placements. */
export type ChooseKey<Key extends SigningKey = SigningKey> = (
  context: SignedInContext,
  mine: Pick<SignerRow, 'type'>,
  filled: FilledPlacements,
  fileType: TaskFileType,
) => Promise<Key>;

/** PDF is signed with RSA (PAdES), OFD with SM2 (GB/T 38540). */
const FAMILY = { PDF: 'RSA', OFD: 'SM2' } as const;

/**
 * Chooses a key from the key store. If an enterprise's seal is used: in PDF the key of the first such seal, in OFD the
 * enterprise's SM2 key. Otherwise the person's key. Issues certificates on first use. Throws UKEY_NEEDED if a seal's
 * key is in a UKey, KEY_UNSUPPORTED if the certificate has no key in the store.
 */
export const chooseKey: ChooseKey<KeyHere> = async (context, mine, filled, fileType) => {
  const { actor } = context;
  const family = FAMILY[fileType];
  // A certificate without a key in the store belongs to a UKey, and only the UKey can sign for the seal.
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
