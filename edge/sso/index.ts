import * as calls from '#core/sso/calls.ts';
import * as firmCalls from '#core/sso/firm-calls.ts';
import { SSO_VARIANTS } from '#core/sso/pages.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { changeCustomer, changeCustomerKey } from './change-customer.ts';
import { listCustomers, saveCustomer, switchCustomer } from './customers.ts';
import { enter } from './enter.ts';
import * as firm from './firm-config.ts';
import { beginFirmLogin, finishFirmLogin } from './firm-login.ts';
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
  implement(firmCalls.getFirmLogin, firm.getFirmLogin),
  implement(firmCalls.saveFirmLogin, firm.saveFirmLogin),
  implement(firmCalls.listFirmLinks, firm.listFirmLinks),
  implement(firmCalls.removeFirmLink, firm.removeFirmLink),
  implementOpen(firmCalls.beginFirmLogin, beginFirmLogin),
  implementOpen(firmCalls.finishFirmLogin, finishFirmLogin),
];

export const sso: Domain = {
  calls: ssoCalls,
  jobs: [{ name: 'used links', load: () => import('./forget-links.ts').then((m) => m.forgetLinks) }],
  wrappedKeys: customerKeys,
};
