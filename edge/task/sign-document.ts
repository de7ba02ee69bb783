import { toHex } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { finishSignature } from '#core/pdf/sign/finish-signature.ts';
import type { PdfDigest } from '#core/pdf/sign/signature-request.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import type { SignedInContext } from '../context.ts';
import type { SigningKey } from './choose-key.ts';
import type { DocumentRow, SignerRow } from './read-task.ts';
import { appendRevision, readRevision, revisionBytes } from './revisions.ts';

export interface SignedDocument {
  documentId: string;
  position: number;
  revision: number;
  segments: { key: string; length: number }[];
  length: number;
  sha256: string;
  /** Digest that was signed, hexadecimal: what the consent covers. */
  digest: string;
}

/** Signs one document in one reserved field, on top of its newest revision. The new revision is stored, not yet listed. */
export async function signDocument(
  context: SignedInContext,
  row: DocumentRow,
  field: string,
  parts: Record<string, SealAppearance>,
  key: SigningKey,
  mine: SignerRow,
): Promise<SignedDocument> {
  const before = await readRevision(context, row.id, row.revision);
  const bytes = await revisionBytes(context, before);
  const begun = await beginSignature(bytes, {
    field,
    parts,
    name: mine.entName || mine.userName,
    signingTime: context.now,
    digestAlgorithm: (key.signer.algorithm.digest ?? 'SHA-256') as PdfDigest,
    reservedBytes: 3_072 + key.certificates.reduce((sum, c) => sum + c.length, 0),
  });
  const cms = await signCms({
    digest: begun.digest,
    digestAlgorithm: begun.digestAlgorithm,
    signer: key.signer,
    certificates: key.certificates,
  });
  const increment = finishSignature(begun, cms);
  const revision = await appendRevision(context, { segments: before.segments, bytes }, increment);
  return {
    documentId: row.id,
    position: row.position,
    revision: row.revision + 1,
    ...revision,
    digest: toHex(begun.digest),
  };
}
