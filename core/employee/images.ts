import type { PhotoRule } from '#core/realname/photos.ts';

/** [5.10a,d] [9.7] A certificate of education or resignation: a personal image, as a photograph or a scan. */
export const EMPLOYEE_IMAGE_RULE: PhotoRule = {
  types: ['JPEG', 'PNG'],
  endings: ['.jpeg', '.jpg', '.png'],
  maxBytes: 5 * 1024 * 1024,
};

/** Pictures that one person may hand in a day. */
export const IMAGES_PER_DAY = 500;
