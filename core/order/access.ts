import type { Access } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';

/** Buyers for an enterprise: its administrators, acting for it or as themselves. */
export const BUYERS: Access = {
  actor: 'session',
  roles: CONSOLE,
  may: 'buy copies for the enterprise, pay, request invoices and refunds',
  also: 'acting as a person: for the enterprises they administer',
};

export const SELLERS: Access = {
  actor: 'platform',
  may: 'set packages and prices, see all orders, ship goods, review refunds and reconcile payments',
};
