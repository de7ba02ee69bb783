import type { PhotoRule } from '#core/realname/photos.ts';

/** [5.10a,d] [9.7] A certificate of education or of resignation: a personal picture, photographed or scanned. */
export const EMPLOYEE_IMAGE_RULE: PhotoRule = {
  types: ['JPEG', 'PNG'],
  endings: ['.jpeg', '.jpg', '.png'],
  maxBytes: 5 * 1024 * 1024,
};

/** Pictures that one person may upload per day. */
export const IMAGES_PER_DAY = 500;
