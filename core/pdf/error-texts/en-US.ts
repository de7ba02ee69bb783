import type { PDF_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_EMPTY: 'The file is empty. Choose another file.',
  DOCUMENT_NOT_PDF: 'This is not a PDF file. Choose a PDF file.',
  DOCUMENT_BROKEN: 'The file is damaged and cannot be read. Export it again and upload it.',
  DOCUMENT_ENCRYPTED: 'The file is protected by a password. Remove the password and upload it again.',
  DOCUMENT_TOO_LARGE: 'The file is too large. Compress or split it and upload it again.',
  DOCUMENT_TOO_COMPLEX: 'The file is too complex to process. Export it again and upload it.',
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
  DOCUMENT_UNSUPPORTED:
    'The file uses a feature that is not supported. Export it as a plain file and upload it again.',
  DOCUMENT_CERTIFIED:
    'Its author certified this file, and a place to sign would break that. Ask for the file without the certification.',
  DOCUMENT_SIGNED_PLACES:
    'This file carries signatures already, so each place needs a signature of its own, at most {max} for each signer. Use fewer places, or a file that nobody has signed.',
  DOCUMENT_ACTIVE:
    'The file holds parts that run or carry something else ({found}). Remove them and upload it again.',
  DOCUMENT_ACTIVE_SIGNED:
    'The file holds parts that run or carry something else ({found}), and it is signed, so removing them would break the signature. Ask the sender for a file without them.',
  DOCUMENT_PAGES:
    'The list of pages in this file contradicts itself, so programs would show different pages. Print it to PDF again and upload the new file.',
} satisfies Record<keyof typeof PDF_ERRORS, string>;
