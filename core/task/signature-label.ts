/** Signer of a field: an enterprise through its operator, or a person. */
interface Signer {
  entName?: string | null | undefined;
  userName: string;
}

/**
 * Text for screen readers at a signature field (/TU, ISO 32000-2, 12.7.4.1), in the language of the contracts: whose
 * signature it is, and for an enterprise the person who signs for it.
 */
export function signatureLabel({ entName, userName }: Signer): string {
  if (!entName) return `${userName} 签名`;
  return userName ? `${entName} 签章，经办人 ${userName}` : `${entName} 签章`;
}
