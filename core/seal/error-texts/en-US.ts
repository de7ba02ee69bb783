import type { SEAL_ERRORS } from '../errors.ts';

export default {
  CLOUD_SEAL_AUTHORIZATION_NEEDED: 'The cloud seal needs your authorization. Scan the code, then try again.',
  SEAL_NOT_CREATED: 'The enterprise has no such seal yet. Create the seal first.',
  SEAL_NOT_ENABLED: 'The seal “{name}” is not enabled. Ask the seal administrator to enable it.',
  SEAL_NOT_AUTHORIZED: 'You are not authorized to use the seal “{name}”. Ask the seal administrator.',
  SEAL_DELETED: 'The seal was deleted and can no longer stamp. Choose another seal.',
  SEAL_NAME_TAKEN: 'There is already a seal named “{name}”. Choose another name.',
  SEAL_PICTURE_LOCKED:
    'The certificate of this seal was issued, so its picture cannot be changed. Create a new seal for a new picture.',
  SEAL_CERTIFICATE_NOT_APPLIED: 'The seal “{name}” has no certificate yet. Apply for one first.',
  SEAL_CERTIFICATE_APPLYING:
    'The certificate of the seal “{name}” is being applied for. Continue on the certificate orders page.',
  SEAL_CERTIFICATE_FAILED: 'The certificate application of the seal “{name}” failed. Apply again.',
  SEAL_CERTIFICATE_EXPIRED: 'The certificate of the seal “{name}” has expired. Update the certificate.',
  SEAL_CERTIFICATE_SUBMITTED:
    'The certificate of this seal was already applied for or issued. It cannot be submitted again.',
  SEAL_AGENT_MISSING:
    'The signing operator does not exist or has left the enterprise. Choose another operator.',
  SEAL_UKEY_NOT_ALLOWED:
    'The current UKey is not authorized to use the seal “{name}”. Contact the administrator.',
  SEAL_UKEY_TOO_MANY:
    'At most {max} UKeys are allowed; for an enterprise that is all its seals together. Remove one that is no longer needed first.',
  UKEY_NEEDED: 'The certificate of seal “{name}” is in a UKey: sign with the UKey.',
  UKEY_NOT_AUTHORIZED: 'This UKey is not authorized. Contact your administrator.',
  UKEY_NO_SEAL_CERTIFICATE:
    'There is no seal on this UKey that can sign. Apply for a UKey certificate of seal “{name}”, or use another UKey.',
  UKEY_NOT_YET_VALID: 'The certificate in the UKey is not valid yet. Use it once it is.',
  UKEY_EXPIRED: 'The certificate in the UKey has expired. Renew it and try again.',
  UKEY_REVOKED: 'The certificate in the UKey was revoked. Apply for a new one.',
  UKEY_KEY_UNFIT:
    'The certificate in the UKey is for {algorithm} and cannot sign {fileType} files. Use another UKey or another way to sign.',
  UKEY_SIGNING_ENDED: 'This signing with the UKey took too long. The files are unchanged; sign again.',
  KEY_NOT_ATTESTED:
    'The platform takes only UKeys that a trusted hardware authority attests. Use such a UKey, or ask the platform.',
  PICTURE_NOT_A_SEAL:
    'No seal could be separated from this picture. Change the picture: white paper, even light, one seal only.',
  SIGNATURE_EMPTY: 'Please sign first.',
  SIGNATURE_NOT_INK:
    'A signature must be dark lines on a clear ground, and may not be filled in. Write it anew or choose another picture.',
  CLOUD_SEAL_FAILED: 'The cloud seal could not be authorized. Scan the new code.',
  SEAL_TEMPLATES_FULL:
    'At most {max} seal {max|template|templates} can be kept. Delete one that is not needed first.',
} satisfies Record<keyof typeof SEAL_ERRORS, string>;
