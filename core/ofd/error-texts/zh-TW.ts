import type { OFD_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_NOT_OFD: '這不是 OFD 檔案，請選擇 OFD 檔案。',
} satisfies Record<keyof typeof OFD_ERRORS, string>;
