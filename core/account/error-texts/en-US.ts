import type { ACCOUNT_ERRORS } from '../errors.ts';

export default {
  OLD_PASSWORD_WRONG: 'The current password is not right. Enter it again.',
  PASSWORD_UNCHANGED: 'The new password is the same as the current one. Choose another.',
  MOBILE_UNCHANGED: 'The new mobile number is the same as the current one. Enter another.',
  ACCOUNT_IS_ADMINISTRATOR:
    'You are the administrator of “{enterprise}”. Transfer the role before you close the account.',
  HAND_LINK_INVALID: 'The QR code is not valid or has expired. Start again.',
  HAND_LINK_USED: 'The signature was submitted already.',
  HAND_NOT_RECOGNISED: 'The signature was not recognized. Write it again.',
} satisfies Record<keyof typeof ACCOUNT_ERRORS, string>;
