/** A mobile number masked for others: 138****0001. */
export const maskMobile = (mobile: string): string =>
  mobile.length < 7 ? '*'.repeat(mobile.length) : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

/** A mail address masked for others: l***@example.com. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  return at < 1 ? '*'.repeat(mail.length) : `${mail.slice(0, 1)}***${mail.slice(at)}`;
}

/** A number or an address, whichever somebody is reached by. */
export const maskContact = (contact: string): string =>
  contact.includes('@') ? maskMail(contact) : maskMobile(contact);
