import { ANYONE, PERSON, type Permission, SIGNED_IN } from './who.ts';

export const ACCOUNT_PERMISSIONS: readonly Permission[] = [
  { may: 'make one’s own signature', who: PERSON, calls: [], menu: ['accountInfo', 'mySignature'] },
  {
    may: 'change one’s password, mobile and e-mail, one’s signing password',
    who: SIGNED_IN,
    calls: [
      'identity.listMyUkeys',
      'identity.bindUkey',
      'identity.unbindUkey',
      'account.updatePassword',
      'account.updateMobile',
      'account.updateMail',
      'account.updateSignPassword',
      'account.resetSignPassword',
    ],
    also: 'the present password, or codes to what is changed and to one’s mobile',
  },
  {
    may: 'close one’s account, keep one’s signature, show a QR code to write it on a phone',
    who: PERSON,
    calls: ['account.cancelOutUser', 'account.saveAutograph', 'account.getUserCertQrCode'],
    also: 'closing: a code to one’s mobile, and nobody’s only administrator',
  },
  {
    may: 'hand in the one signature that a scanned link is for',
    who: ANYONE,
    calls: ['account.getHandLink', 'account.saveHandSign'],
    also: 'the link’s token: five minutes, once',
  },
];
