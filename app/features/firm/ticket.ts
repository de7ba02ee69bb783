const KEY = 'firm_login';

/**
 * Keeps the ticket of a login while the browser is at the provider. It binds the answer to this tab: whoever lures somebody
 * to the answer of their own login finds no ticket there.
 */
export const keepTicket = (ticket: string): void => window.sessionStorage.setItem(KEY, ticket);

/** The ticket, which is good once; empty if this tab began no login. */
export function takeTicket(): string {
  const ticket = window.sessionStorage.getItem(KEY) ?? '';
  window.sessionStorage.removeItem(KEY);
  return ticket;
}
