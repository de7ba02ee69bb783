import type { Access } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';

/** Buyers for an enterprise: its administrators, acting for it or as themselves. */
export const BUYERS: Access = {
  actor: 'session',
  roles: CONSOLE,
  may: 'buy copies for the enterprise, pay, ask for invoices and refunds',
  also: 'as oneself, for the enterprises that one administers',
};

export const SELLERS: Access = {
  actor: 'platform',
  may: 'set packages and prices, see all orders, ship goods, review refunds and reconcile payments',
};
