import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { certificateFor, openAuthority } from '../certificate/authority.ts';
import { type CertificateRow, openSigner } from '../certificate/key-store.ts';
import { personKey, type SignedInContext } from '../context.ts';
import type { Filled } from './fill-placements.ts';
import type { SignerRow } from './read-task.ts';

export interface SigningKey {
  signer: Signer;
  certificateId: string;
  serial: string;
  /** DER; the signer's first, then its issuer. */
  certificates: Bytes[];
}

/**
 * The key that a signer signs with: for an enterprise, that of the first enterprise seal used; else the person's own,
 * issued when first needed.
 */
export async function chooseKey(
  context: SignedInContext,
  mine: SignerRow,
  filled: Filled,
): Promise<SigningKey> {
  const { actor } = context;
  const sealed =
    mine.type === 'ENTERPRISE'
      ? filled.seals.find(({ seal }) => seal.ownerKey === actor.ownerKey)
      : undefined;
  const row: CertificateRow = sealed
    ? sealed.certificate
    : await certificateFor(
        context,
        { ownerKey: personKey(actor.accountId), purpose: 'PERSON', organization: '', commonName: actor.name },
        'RSA',
      );
  if (row.keyId === null) throw new AppError('KEY_UNSUPPORTED', { algorithm: row.subject });
  const { issuing, root } = await openAuthority(context, 'RSA');
  return {
    signer: await openSigner(context, row),
    certificateId: row.id,
    serial: row.serial,
    certificates: [fromBase64(row.der), issuing.der, root.der],
  };
}
