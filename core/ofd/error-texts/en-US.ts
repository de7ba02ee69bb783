import type { OFD_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_NOT_OFD: 'This is not an OFD file. Choose an OFD file.',
} satisfies Record<keyof typeof OFD_ERRORS, string>;
