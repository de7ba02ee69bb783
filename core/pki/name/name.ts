import type { Bytes } from '#core/bytes.ts';

/** One attribute of a distinguished name. `value` is its text; for a non-string value, # and its DER in hex. */
export type NameAttribute = { readonly oid: string; readonly type: string; readonly value: string };

/** A distinguished name (X.501). */
export type Name = {
  readonly der: Bytes;
  /** In encoded order, usually country first. */
  readonly rdns: readonly (readonly NameAttribute[])[];
  /** RFC 4514 text, the last RDN first: `CN=…,O=…,C=CN`. */
  readonly text: string;
  readonly commonName: string | undefined;
  readonly organization: string | undefined;
  readonly country: string | undefined;
  /** Comparison key; equal for names that match (RFC 5280, clause 7.1: ignoring case, white space and string type). */
  readonly key: string;
  /** Comparison key of each RDN, for name constraints. */
  readonly rdnKeys: readonly string[];
};

/** Short names of attribute types (RFC 4514, clause 3, and other common ones). */
export const ATTRIBUTE_TYPES: Record<string, string> = {
  CN: '2.5.4.3',
  SN: '2.5.4.4',
  serialNumber: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  STREET: '2.5.4.9',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  title: '2.5.4.12',
  description: '2.5.4.13',
  postalCode: '2.5.4.17',
  telephoneNumber: '2.5.4.20',
  name: '2.5.4.41',
  GN: '2.5.4.42',
  initials: '2.5.4.43',
  generationQualifier: '2.5.4.44',
  dnQualifier: '2.5.4.46',
  pseudonym: '2.5.4.65',
  organizationIdentifier: '2.5.4.97',
  UID: '0.9.2342.19200300.100.1.1',
  DC: '0.9.2342.19200300.100.1.25',
  E: '1.2.840.113549.1.9.1',
};

export const ATTRIBUTE_NAMES = new Map(Object.entries(ATTRIBUTE_TYPES).map(([name, oid]) => [oid, name]));
