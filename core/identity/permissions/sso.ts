import { ANYONE, type Permission, PLATFORM } from './who.ts';

export const SSO_PERMISSIONS: readonly Permission[] = [
  {
    may: 'enter by a link of a customer’s system',
    who: ANYONE,
    calls: ['sso.singleSignOn', 'sso.fileSign', 'sso.home', 'sso.manageHome'],
    also: 'signed by the customer’s key, five minutes, once; a member of the customer’s enterprise',
  },
  {
    may: 'register customers’ systems for single sign-on, change them and their keys, and switch them off',
    who: PLATFORM,
    calls: [
      'sso.saveCustomer',
      'sso.changeCustomer',
      'sso.changeCustomerKey',
      'sso.switchCustomer',
      'sso.listCustomers',
    ],
    menu: ['platformSso'],
  },
];
