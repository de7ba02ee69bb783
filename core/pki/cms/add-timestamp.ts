import type { Bytes } from '#core/bytes.ts';
import {
  broken,
  childrenOf,
  type DerNode,
  expectId,
  fieldsOf,
  innerOf,
  parsing,
  rawOf,
  readDer,
} from '../der/read-der.ts';
import { octetsOf, readOid } from '../der/read-values.ts';
import { context, oid, sequence, setOf, sorted } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { attribute } from './build-signed-attributes.ts';
import { MAX_SIGNERS } from './cms.ts';

/**
 * Adds a token as signature-time-stamp to a CMS with one signer (ETSI EN 319 122-1, clause 5.3). Everything signed
 * keeps its bytes. Throws CMS_BROKEN.
 */
export function addTimestampToCms(cms: Bytes, token: Bytes): Bytes {
  return parsing('CMS_BROKEN', () => {
    const { type, parts, signers } = openMessage(cms);
    const [signer, ...others] = signers;
    const fields = childrenOf(signer!);
    const unsigned = fields.at(-1)?.id === 0xa1 ? childrenOf(fields.pop()!).map(rawOf) : [];
    const attributes = context(1, ...sorted([...unsigned, attribute(OID.signatureTimestamp, token)]));
    const newSigner = sequence(...fields.map(rawOf), attributes);
    const signedData = sequence(...parts.map(rawOf), setOf(newSigner, ...others.map(rawOf)));
    return sequence(oid(type), context(0, signedData));
  });
}

/** The signature value of the first signer: what a signature time stamp is made on. Throws CMS_BROKEN. */
export function signatureValueOf(cms: Bytes): Bytes {
  return parsing('CMS_BROKEN', () => {
    const value = childrenOf(openMessage(cms).signers[0]!).find((field) => field.id === 0x04);
    if (!value) throw broken('no signature value');
    return octetsOf(value);
  });
}

/** The fields of a SignedData up to its signers, and the signers: one at least. */
function openMessage(cms: Bytes): { type: string; parts: DerNode[]; signers: DerNode[] } {
  const outer = fieldsOf(readDer(cms), 0x30);
  const type = readOid(outer.next());
  const parts = childrenOf(expectId(innerOf(outer.next(0xa0)), 0x30));
  const last = parts.pop();
  const signers = last ? childrenOf(expectId(last, 0x31)) : [];
  if (signers.length === 0 || signers.length > MAX_SIGNERS) throw broken('no signer, or too many');
  return { type, parts, signers };
}
