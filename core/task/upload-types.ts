import { LIMITS } from '#core/config/limits.ts';

/** Types that can be uploaded: files of tasks, the docx of templates ([5.1b]) and pictures in their texts. */
export const UPLOAD_TYPES = ['PDF', 'OFD', 'DOCX', 'PNG', 'JPEG'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

export const UPLOAD_MIME: Record<UploadType, string> = {
  PDF: 'application/pdf',
  OFD: 'application/ofd',
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  PNG: 'image/png',
  JPEG: 'image/jpeg',
};

/** Maximum size in bytes; `fileBytes` is the limit in force for the files of tasks. */
export const mostBytes = (type: UploadType, fileBytes: number): number =>
  type === 'DOCX'
    ? LIMITS.templateDocx
    : type === 'PDF' || type === 'OFD'
      ? fileBytes
      : LIMITS.templatePicture;
