import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { ia5String, oid, printableString, sequence, setOf, utf8String } from '../der/write-der.ts';
import { ATTRIBUTE_TYPES } from './name.ts';

/** A name to encode: pairs of short type (or dotted OID) and value, country first; empty values are omitted. */
export type NameInput = readonly (readonly [type: string, value: string | undefined])[];

const PRINTABLE = new Set(['C', 'serialNumber', 'dnQualifier']);
const IA5 = new Set(['DC', 'E']);

/**
 * DER of a Name with one attribute per RDN, as UTF8String unless the attribute requires another type. Empty values are
 * omitted. Throws INPUT_INVALID for a type that is neither known nor an OID.
 */
export function buildName(input: NameInput): Bytes {
  const rdns: Bytes[] = [];
  for (const [type, value] of input) {
    if (!value) continue;
    const typeOid = ATTRIBUTE_TYPES[type] ?? (/^\d+(\.\d+)+$/.test(type) ? type : undefined);
    if (!typeOid) throw new AppError('INPUT_INVALID', { type }, 'subject');
    rdns.push(setOf(sequence(oid(typeOid), encodeValue(type, value))));
  }
  return sequence(...rdns);
}

function encodeValue(type: string, value: string): Bytes {
  if (PRINTABLE.has(type) && /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value)) return printableString(value);
  if (IA5.has(type) && /^[\x20-\x7e]*$/.test(value)) return ia5String(value);
  return utf8String(value);
}
