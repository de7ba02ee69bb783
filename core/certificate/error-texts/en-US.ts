import type { CERTIFICATE_ERRORS } from '../errors.ts';

export default {
  APPLICANT_NOT_TAKEN:
    'The certificate authority takes no applicant’s data online. Hand them in as it asks you to.',
  CERTIFICATE_TYPE_NOT_CONFIGURED:
    'No certificate is configured for this type of seal. Ask the platform administrator.',
  CERTIFICATE_UKEY_NO_BATCH:
    '“{name}” has its certificate on an enterprise UKey, which cannot be renewed in a batch. Insert the UKey and renew it by itself.',
  CERTIFICATE_NOT_DUE:
    'The certificate of “{name}” does not expire within a month, or is being renewed already.',
  CERTIFICATE_ORDER_CLOSED: 'This certificate order is over. Reload the list to see how it ended.',
} satisfies Record<keyof typeof CERTIFICATE_ERRORS, string>;
