import type { OFD_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_NOT_OFD: '这不是 OFD 文件，请选择 OFD 文件。',
} satisfies Record<keyof typeof OFD_ERRORS, string>;
