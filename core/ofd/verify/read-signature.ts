import { isAppError } from '#core/errors.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { isSpent, spend } from '#core/ofd/package/work.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { type CheckedReferences, checkReferences, type DigestCache } from './check-references.ts';
import { judgeValue } from './judge-value.ts';
import type { SignatureListing } from './list-signatures.ts';
import type { ListedSignature } from './signature-owners.ts';
import { readSignatureXml, type SignatureXml } from './signature-xml.ts';
import { nothingKnown, type ValueJudgement } from './value-judgement.ts';

/** A listed signature with everything read and computed from it. */
export type ReadSignature = ListedSignature & {
  listing: SignatureListing;
  xml: SignatureXml;
  references: CheckedReferences;
  value: ValueJudgement;
};

/** Work units of verifying a signature value with its seal and certificates. */
const SIGNATURE = 250_000;
/** Work units per byte of a value: its certificates are parsed and paths are built from them. */
const VALUE_BYTE = 20;

/** Null if Signature.xml is missing or cannot be read. */
export async function readSignature(
  file: OfdFile,
  listing: SignatureListing,
  candidates: readonly Certificate[],
  cache: DigestCache,
): Promise<ReadSignature | null> {
  if (listing.path === null) return null;
  try {
    const xml = readSignatureXml(file.package, listing.path);
    const references = await checkReferences(file.package, xml, cache);
    const bytes = xml.valuePath ? readFile(file.package, xml.valuePath) : null;
    spend(file.package.work, SIGNATURE + (bytes?.length ?? 0) * VALUE_BYTE);
    const value = bytes
      ? await judgeValue(bytes, xml, candidates)
      : { ...nothingKnown(), intact: false, problems: ['contents-missing' as const] };
    return {
      listing,
      xml,
      references,
      value,
      path: xml.path,
      valuePath: xml.valuePath,
      sealPath: xml.sealPath ?? null,
      listPath: listing.listPath,
      protected: references.protected,
      covered: new Set([...references.protected, ...references.changed]),
      readable: true,
    };
  } catch (error) {
    if (!isAppError(error) || isSpent(file.package.work)) throw error;
    return null;
  }
}
