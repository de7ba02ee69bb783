/** Who signs at a field: an enterprise by its operator, or a person. */
interface Signer {
  entName?: string | null | undefined;
  userName: string;
}

/**
 * What a screen reader says at a signature's field (/TU, ISO 32000-2, 12.7.4.1), in the language of the contracts: whose
 * signature it is, and for an enterprise who signs for it.
 */
export function signatureLabel({ entName, userName }: Signer): string {
  if (!entName) return `${userName} 签名`;
  return userName ? `${entName} 签章，经办人 ${userName}` : `${entName} 签章`;
}
