import { toHex } from '#core/bytes.ts';
import { childrenOf, type DerNode, expectId, fieldsOf, rawOf } from '../der/read-der.ts';
import { isString, readOid, readString } from '../der/read-values.ts';
import { ATTRIBUTE_NAMES, type Name, type NameAttribute } from './name.ts';

/**
 * A Name (RFC 5280, clause 4.1.2.4). Throws ASN1_BROKEN.
 *
 * ```ts
 * parseName(readDer(der)).text; // CN=张三,O=某某公司,C=CN
 * ```
 */
export function parseName(node: DerNode): Name {
  const rdns = childrenOf(expectId(node, 0x30)).map((rdn) =>
    childrenOf(expectId(rdn, 0x31)).map(parseAttribute),
  );
  return nameOf(rawOf(node), rdns);
}

/** Appends a RelativeDistinguishedName to `base`, as in the names of distribution points. */
export function extendName(base: Name, rdn: NameAttribute[]): Name {
  return nameOf(base.der, [...base.rdns, rdn]);
}

/**
 * An AttributeTypeAndValue (RFC 5280, clause 4.1.2.4). A value that is not a character string becomes # and the hex of
 * its DER (RFC 4514, clause 2.4). Throws ASN1_BROKEN.
 */
export function parseAttribute(node: DerNode): NameAttribute {
  const fields = fieldsOf(node, 0x30);
  const oid = readOid(fields.next());
  const value = fields.next();
  const text = isString(value) ? readString(value) : `#${toHex(rawOf(value))}`;
  return { oid, type: ATTRIBUTE_NAMES.get(oid) ?? oid, value: text };
}

function nameOf(der: Name['der'], rdns: (readonly NameAttribute[])[]): Name {
  const rdnKeys = rdns.map(rdnKey);
  return {
    der,
    rdns,
    text: [...rdns]
      .reverse()
      .map((rdn) => rdn.map(attributeText).join('+'))
      .join(','),
    commonName: lastValue(rdns, '2.5.4.3'),
    organization: lastValue(rdns, '2.5.4.10'),
    country: lastValue(rdns, '2.5.4.6'),
    key: rdnKeys.join('/'),
    rdnKeys,
  };
}

/** The last value of a type, which is the most specific one. */
function lastValue(rdns: (readonly NameAttribute[])[], oid: string): string | undefined {
  return rdns.flat().findLast((a) => a.oid === oid)?.value;
}

function rdnKey(rdn: readonly NameAttribute[]): string {
  return rdn
    .map((a) => `${a.oid}=${JSON.stringify(foldValue(a.value))}`)
    .sort()
    .join('+');
}

/** Trims white space, collapses it inside to one space, and lowers the case. */
const foldValue = (value: string): string =>
  value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

function attributeText(a: NameAttribute): string {
  const escaped = a.value
    .replace(/[\\",+<>;=]/g, '\\$&')
    .replace(/^ | $/g, '\\ ')
    .replace(/\0/g, '\\00');
  return `${a.type}=${a.value.startsWith('#') && !ATTRIBUTE_NAMES.has(a.oid) ? a.value : escaped.replace(/^#/, '\\#')}`;
}
