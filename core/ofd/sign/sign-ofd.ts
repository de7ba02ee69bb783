import { type Bytes, sameBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import type { OfdDocument, OfdFile } from '#core/ofd/model/types.ts';
import { openPackage, readEntry } from '#core/ofd/package/open-package.ts';
import { FILE_WORK, withWorkAsync } from '#core/ofd/package/work.ts';
import { judgeSeal } from '#core/ofd/verify/judge-seal.ts';
import { parseSeal } from '#core/ofd/verify/ses.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { sm2Digest } from '#core/sm/sm2.ts';
import { sm3 } from '#core/sm/sm3.ts';
import { refuseProtected } from './protected-paths.ts';
import { rewritePackage } from './rewrite-package.ts';
import { addToSignatureList } from './signature-list.ts';
import type { OfdSignatureRequest, PreparedOfdSignature, StampPlacement } from './signature-request.ts';
import { checkedSm2Value, encodeSealSignature, encodeToSign } from './write-ses.ts';
import { writeSignatureXml } from './write-signature-xml.ts';

/**
 * First half of a stamp signature (GB/T 33190-2016, clause 18, with SES v4 of GB/T 38540-2020, SM2 and SM3): all
 * entries it adds except its value, and the message to sign, with a key here or on a UKey. It protects every file
 * except the lists of signatures, including earlier signatures; all entries except OFD.xml (before the first signature)
 * and the list keep their bytes.
 *
 *     const begun = await beginOfdSignature(bytes, request);
 *     const entries = finishOfdSignature(begun, await signer.sign(begun.toSign));
 *     const signed = writeEntries(bytes, entries);
 *
 * Throws the errors of `openOfd`; INPUT_INVALID if a placement is outside the document or the seal does not name the
 * certificate; SIGNATURE_VALUE_INVALID if the seal's own signature is wrong; DOCUMENT_CANNOT_APPEND if an earlier
 * signature protects a file that has to change.
 */
export async function beginOfdSignature(
  bytes: Bytes,
  request: OfdSignatureRequest,
): Promise<PreparedOfdSignature> {
  const file = openOfd(bytes);
  return withWorkAsync(file.package.work, FILE_WORK, () => beginOn(file, request));
}

async function beginOn(file: OfdFile, request: OfdSignatureRequest): Promise<PreparedOfdSignature> {
  const index = request.document ?? 0;
  const document = openDocument(file, index);
  const certificate = parseCertificate(request.certificate);
  if (certificate.publicKey.kind !== 'SM2')
    throw new AppError('KEY_UNSUPPORTED', { algorithm: certificate.publicKey.kind });
  if (request.placements.length === 0) throw new AppError('INPUT_INVALID', {}, 'placements');
  await checkSeal(request);

  const slot = addToSignatureList(file, index);
  refuseProtected(file, slot.changes.keys());
  const sealPath = `${slot.folder}Seal.esl`;
  const signaturePath = `${slot.folder}Signature.xml`;
  const valuePath = `${slot.folder}SignedValue.dat`;
  const changes = new Map(slot.changes).set(sealPath, request.seal);
  const signatureXml = writeSignatureXml({
    time: request.time,
    references: referencesOf(file, changes, slot.lists),
    stamps: request.placements.map((placement) => stampOf(document, placement)),
    sealPath,
    valuePath,
  });
  changes.set(signaturePath, signatureXml);
  const toSign = encodeToSign(request.seal, request.time, sm3(signatureXml), signaturePath);
  return {
    entries: changes,
    toSign,
    digest: sm2Digest(certificate.publicKey.keyBytes, toSign),
    certificate: request.certificate,
    signaturePath,
    valuePath,
  };
}

/**
 * Second half: all entries of the signature, to be written into the file that it was begun on. `value` is DER or
 * 64 bytes r | s; `timestampToken` a time stamp on the value. Throws SIGNATURE_VALUE_INVALID if the value is not the
 * certificate's signature of the message.
 *
 * ```ts
 * const entries = finishOfdSignature(begun, await signer.sign(begun.toSign));
 * const signed = writeEntries(bytes, entries);
 * ```
 */
export function finishOfdSignature(
  prepared: PreparedOfdSignature,
  value: Bytes,
  timestampToken?: Bytes,
): Map<string, Bytes> {
  const der = checkedSm2Value(prepared.certificate, prepared.toSign, value);
  const signed = encodeSealSignature(prepared.toSign, prepared.certificate, der, timestampToken);
  return new Map(prepared.entries).set(prepared.valuePath, signed);
}

/** The package with these entries (path to contents). Throws DOCUMENT_TOO_COMPLEX, and the errors of `openPackage`. */
export const writeEntries = (bytes: Bytes, entries: ReadonlyMap<string, Bytes>): Bytes =>
  rewritePackage(openPackage(bytes).zip, entries);

async function checkSeal({ seal, certificate }: OfdSignatureRequest): Promise<void> {
  const parsed = parseSeal(seal);
  if (!sameBytes(parsed.raw, seal)) throw new AppError('SIGNATURE_VALUE_INVALID');
  const { problems } = await judgeSeal(parsed, parseCertificate(certificate));
  if (problems.includes('ofd-seal-signer-mismatch')) throw new AppError('INPUT_INVALID', {}, 'seal');
  if (problems.length > 0) throw new AppError('SIGNATURE_VALUE_INVALID');
}

/** SM3 of every file as it will be, except the lists of signatures: the next signature changes them. */
function referencesOf(
  file: OfdFile,
  changes: ReadonlyMap<string, Bytes>,
  lists: ReadonlySet<string>,
): { path: string; digest: Bytes }[] {
  const references: { path: string; digest: Bytes }[] = [];
  for (const [path, entry] of file.package.files)
    if (!lists.has(path))
      references.push({ path, digest: sm3(changes.get(path) ?? readEntry(file.package, entry)) });
  for (const [path, contents] of changes)
    if (!file.package.files.has(path) && !lists.has(path)) references.push({ path, digest: sm3(contents) });
  return references;
}

function stampOf(
  document: OfdDocument,
  { pageIndex, boundary, clip }: StampPlacement,
): { pageRef: string; boundary: Box; clip: Box | undefined } {
  const page = document.pages[pageIndex];
  if (!page) throw new AppError('INPUT_INVALID', { page: pageIndex + 1 }, 'placements');
  const paper = pageArea(document, pageIndex).physical;
  const shown = clip ?? { x: 0, y: 0, width: boundary.width, height: boundary.height };
  const numbers = [
    boundary.x,
    boundary.y,
    boundary.width,
    boundary.height,
    shown.x,
    shown.y,
    shown.width,
    shown.height,
  ];
  const left = boundary.x + shown.x;
  const top = boundary.y + shown.y;
  const outside =
    !numbers.every(Number.isFinite) ||
    shown.width <= 0 ||
    shown.height <= 0 ||
    left >= paper.width ||
    top >= paper.height ||
    left + shown.width <= 0 ||
    top + shown.height <= 0;
  if (outside) throw new AppError('INPUT_INVALID', { page: pageIndex + 1 }, 'placements');
  return {
    pageRef: page.id,
    boundary: { ...boundary, x: boundary.x + paper.x, y: boundary.y + paper.y },
    clip,
  };
}
