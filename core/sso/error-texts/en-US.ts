import type { SSO_ERRORS } from '../errors.ts';

export default {
  SSO_LINK_INCOMPLETE: 'The single sign-on link lacks {name}. Enter again from the system you came from.',
  SSO_LINK_INVALID: 'The single sign-on link is not valid. Enter again from the system you came from.',
  SSO_LINK_EXPIRED: 'The single sign-on link has expired. Enter again from the system you came from.',
  SSO_LINK_USED: 'The single sign-on link was used already. Enter again from the system you came from.',
  SSO_PERSON_UNKNOWN: 'You are not a member of this enterprise here. Ask its administrator.',
  SSO_NO_RETURN_ADDRESS: 'There is no return address. Please try again.',
  SSO_REAL_NAME_FAILED: 'The real-name verification failed. Verify again.',
  SSO_IDENTITY_FIXED: 'A single sign-on session cannot act as anybody else. Log in directly to switch.',
  SSO_PATH_TAKEN: 'This customer path is taken. Choose another.',
  SSO_NOT_YOURSELF:
    'This cannot be done in a session of single sign-on. Log in to this system yourself and try again.',
  FIRM_UNKNOWN: 'This enterprise has no login of its own, or it is switched off. Check the short name.',
  OIDC_ISSUER:
    'This identity provider cannot be used. Check the issuer: https, reachable from the internet, and the same as in its discovery document.',
  OIDC_LOGIN_ENDED: 'This login is over. Log in again.',
  OIDC_REFUSED:
    'The enterprise’s identity provider did not complete the login. Try again, or ask your administrator.',
  OIDC_PERSON_UNKNOWN:
    'The account that the identity provider named is not a member of this enterprise. Ask your administrator to check the member’s e-mail address.',
} satisfies Record<keyof typeof SSO_ERRORS, string>;
