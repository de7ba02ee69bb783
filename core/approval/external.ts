import { toHex, utf8 } from '#core/bytes.ts';

/** What a system of the enterprise asks approval for: business of its own, of which only this is known here. */
export interface ExternalFacts {
  subject: 'EXTERNAL';
  /** Identifier of the business in that system. */
  businessId: string;
  businessName: string;
  /** The system: the name of its API key, or of the person who asked. */
  system: string;
  /** Displayed lines, in the order given. */
  details: readonly { name: string; value: string }[];
  /** Files kept in that system, by their SHA-256. */
  documents: readonly { fileName: string; sha256: string }[];
}

/** SHA-256 of what is approved. Which system asks is not bound: a replaced key asks for the same business. */
export async function digestOfExternal(facts: ExternalFacts): Promise<string> {
  const { businessId, businessName, details, documents } = facts;
  const bound = [
    businessId,
    businessName,
    details.map(({ name, value }) => [name, value]),
    documents.map(({ fileName, sha256 }) => [fileName, sha256]),
  ];
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(bound)))));
}
