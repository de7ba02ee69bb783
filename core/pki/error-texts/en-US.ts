import type { PKI_ERRORS } from '../errors.ts';

export default {
  CERTIFICATE_BROKEN: 'The certificate is damaged and cannot be read. Use another one.',
  KEY_UNSUPPORTED: 'This kind of key is not supported. Use another certificate.',
  SIGNATURE_VALUE_INVALID: 'The signature came out wrong; the file was not changed. Please try again.',
  TIMESTAMP_FAILED: 'No time stamp could be obtained; the file was not changed. Try again later.',
  ASN1_BROKEN: 'The data is damaged and cannot be read. Use another file.',
  CMS_BROKEN: 'The signature data is damaged and cannot be read. Ask the sender for the original file.',
  CRL_BROKEN: 'The list of revoked certificates is damaged and cannot be read. Download it again.',
  OCSP_BROKEN: 'The answer about the certificate’s status is damaged and cannot be read. Try again later.',
  TIMESTAMP_BROKEN: 'The time stamp is damaged and cannot be read. Request it again.',
  CERTIFICATE_REQUEST_BROKEN: 'The certificate request is damaged and cannot be read. Make it again.',
  KEY_BROKEN: 'The key is damaged and cannot be read. Use another key.',
  ALGORITHM_UNSUPPORTED: 'This signature algorithm is not supported. Use another certificate or algorithm.',
} satisfies Record<keyof typeof PKI_ERRORS, string>;
