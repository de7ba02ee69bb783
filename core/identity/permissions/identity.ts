import { ANYONE, type Permission, SIGNED_IN } from './who.ts';

export const IDENTITY_PERMISSIONS: readonly Permission[] = [
  {
    may: 'log in, register, ask for codes, recover a password',
    who: ANYONE,
    calls: [
      'identity.getPasswordKey',
      'identity.requestToken',
      'identity.getUkeyChallenge',
      'identity.loginByUkey',
      'identity.sendAuthCode',
      'identity.sendMailCode',
      'identity.getImageCode',
      'identity.getCaptcha',
      'identity.checkCaptcha',
      'identity.register',
      'identity.checkCode',
      'identity.savePassword',
    ],
  },
  {
    may: 'report what became of a message',
    who: ANYONE,
    calls: ['identity.reportDelivery'],
    also: 'the provider’s key',
  },
  {
    may: 'see who one is, one’s menu and enterprises; end the session',
    who: SIGNED_IN,
    calls: [
      'identity.getLoggedUserInfo',
      'identity.userMenus',
      'identity.listMyEnterprises',
      'identity.logout',
      'identity.discardRefreshToken',
    ],
    menu: ['home', 'verifyService', 'help'],
  },
  {
    may: 'see one’s own registration and sessions, end them, replace a default password',
    who: SIGNED_IN,
    calls: [
      'identity.getRegisteredUser',
      'identity.listSessions',
      'identity.endOneSession',
      'identity.endOtherSessions',
      'identity.changeDefaultPassword',
    ],
    also: 'one’s own only',
  },
  {
    may: 'set one’s own signing password',
    who: SIGNED_IN,
    calls: ['identity.saveSignPassword'],
    also: 'a code sent to one’s mobile',
  },
];
