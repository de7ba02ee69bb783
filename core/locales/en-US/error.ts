import type { ErrorName } from '../../errors.ts';

/** What each error says to a person: what happened and what to do. `{name}` stands for a parameter of the error. */
export default {
  SESSION_INVALID: 'Please sign in first.',
  SESSION_EXPIRED: 'Your session has expired. Please sign in again.',
  SESSION_REPLACED: 'Your account was signed in elsewhere. Please sign in again.',
  SESSION_LOCKED: 'This account is locked. Try again later or contact support.',
  CLOUD_SEAL_AUTHORIZATION_NEEDED: 'The cloud seal needs your authorization. Scan the code, then try again.',
  INPUT_INVALID: 'Some of what you entered is not valid. Check it and try again.',
  NO_PERMISSION: 'You have no permission for this. Contact your enterprise administrator.',
  NOT_FOUND: 'This could not be found. It may have been deleted; refresh and try again.',
  CONFLICT: 'Someone else changed this meanwhile. Refresh and try again.',
  TOO_LARGE: 'This is too large. Make it smaller and try again.',
  TOO_OFTEN: 'Too many attempts. Wait a moment and try again.',
  INTERNAL: 'Something went wrong on our side. Please try again later.',
  UNAVAILABLE: 'The service is not available right now. Please try again later.',
  DOCUMENT_EMPTY: 'The file is empty. Choose another file.',
  DOCUMENT_NOT_PDF: 'This is not a PDF file. Choose a PDF file.',
  DOCUMENT_BROKEN: 'The file is damaged and cannot be read. Export it again and upload it.',
  DOCUMENT_ENCRYPTED: 'The file is protected by a password. Remove the password and upload it again.',
  DOCUMENT_TOO_LARGE: 'The file is too large. Compress or split it and upload it again.',
  DOCUMENT_TOO_COMPLEX: 'The file is too complex to process. Export it again and upload it.',
  DOCUMENT_NOT_OFD: 'This is not an OFD file. Choose an OFD file.',
  DOCUMENT_ENCRYPTED_AND_SIGNED:
    'The file is encrypted and already signed; removing the password would break its signatures. Ask the sender for an unencrypted file.',
  DOCUMENT_CERTIFIED_NO_CHANGES:
    'The author certified this file against any change, so it cannot be signed further.',
  DOCUMENT_CANNOT_APPEND: 'No signature can be added to this file. Export it again and upload it.',
  SIGNATURE_FIELD_NOT_FOUND: 'The signature field was not found. Refresh and try again.',
  SIGNATURE_FIELD_SIGNED: 'This field is already signed. Refresh to see it.',
  SIGNATURE_FIELD_LOCKED: 'An earlier signature locked this field, so it cannot be changed.',
  SIGNATURE_ROOM_TOO_SMALL:
    'The room reserved for the signature is too small. Try again; if it persists, contact support.',
  GLYPH_MISSING: 'The font lacks some characters. Choose another font or change the text.',
  DOCUMENT_UNSUPPORTED:
    'The file uses a feature that is not supported. Export it as a plain file and upload it again.',
  CERTIFICATE_BROKEN: 'The certificate is damaged and cannot be read. Use another one.',
  KEY_UNSUPPORTED: 'This kind of key is not supported. Use another certificate.',
  SIGNATURE_VALUE_INVALID: 'The signature came out wrong; the file was not changed. Please try again.',
  TIMESTAMP_FAILED: 'No time stamp could be obtained; the file was not changed. Try again later.',
} satisfies Record<ErrorName, string>;
