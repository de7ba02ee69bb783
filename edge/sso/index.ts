import * as calls from '#core/sso/calls.ts';
import { SSO_VARIANTS } from '#core/sso/pages.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { changeCustomer, changeCustomerKey } from './change-customer.ts';
import { listCustomers, saveCustomer, switchCustomer } from './customers.ts';
import { enter } from './enter.ts';
import { customerKeys } from './wrapped-keys.ts';

const ssoCalls = [
  ...SSO_VARIANTS.map((variant) =>
    implementOpen(calls.SSO_CALLS[variant], (input, context, request) =>
      enter(variant, input, context, request),
    ),
  ),
  implement(calls.saveCustomer, saveCustomer),
  implement(calls.switchCustomer, switchCustomer),
  implement(calls.changeCustomer, changeCustomer),
  implement(calls.changeCustomerKey, changeCustomerKey),
  implement(calls.listCustomers, listCustomers),
];

export const sso: Domain = {
  calls: ssoCalls,
  jobs: [{ name: 'used links', load: () => import('./forget-links.ts').then((m) => m.forgetLinks) }],
  wrappedKeys: customerKeys,
};
