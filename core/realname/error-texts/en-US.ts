import type { REALNAME_ERRORS } from '../errors.ts';

export default {
  REAL_NAME_NEEDED: 'Please verify your real name first.',
  REALNAME_ID_TAKEN:
    'This ID number cannot be used to verify this account. If it is yours, hand in documents for a manual review or contact support.',
  REALNAME_UNDER_WAY: 'A verification is under way. Wait for its result, or withdraw it and start again.',
  REALNAME_OTHER_PERSON:
    'Verifying again works with the same ID only. If your ID has changed, ask for a manual review.',
  FACE_FAILED: 'Face verification failed. Please verify again.',
  FACE_ENDED: 'This face verification is no longer valid. Please start a new one.',
  AUTHENTICATION_FAILED: 'Authentication failed. Check what you entered and try again.',
  ALREADY_DECIDED: 'Another reviewer has just decided this application. Refresh to see the result.',
  TRANSFER_WRONG: 'The amount is wrong. Attempts left: {left}.',
  TRANSFER_ENDED: 'This transfer check has ended. Ask for another transfer or a manual review.',
  ENTERPRISE_NAME_TAKEN:
    'An enterprise of this name is verified or being verified. If it is yours, apply to join it or contact support.',
  ENTERPRISE_CODE_TAKEN:
    'This credit code or registration number belongs to another enterprise. Check it; if it is right, contact support.',
  CREDIT_CODE_NEEDS_REVIEW:
    'The check digit of the credit code does not match. Correct it, or ask for a manual review if it is right.',
  PICTURE_MISSING: 'Some pictures are missing. Add them and submit again.',
  COMPANY_DISABLED: 'This company has been disabled. Please contact the platform administrator.',
  DEPARTMENT_DISABLED: 'This department has been disabled. Please contact the platform administrator.',
  COMPANY_AWAITS: 'This company needs certification. Please wait.',
  DEPARTMENT_AWAITS: 'This department needs certification. Please wait.',
} satisfies Record<keyof typeof REALNAME_ERRORS, string>;
