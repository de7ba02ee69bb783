import type { PictureType } from './clean-picture.ts';

/** Kinds of pictures. AUDIT_… are for reviewers ([5.10c]). */
export const PHOTO_KINDS = [
  'AVATAR',
  'AUDIT_FRONT',
  'AUDIT_BACK',
  'AUDIT_HELD',
  'AUDIT_LETTER',
  'LICENCE',
  'LEGAL_FRONT',
  'LEGAL_BACK',
] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export interface PhotoRule {
  types: readonly PictureType[];
  /** File extensions, for the file chooser only: the content is decisive. */
  endings: readonly string[];
  maxBytes: number;
}

const MB = 1024 * 1024;
/** [5.10a] licence and ID: 3 MB. */
const PAPERS: PhotoRule = { types: ['JPEG', 'PNG'], endings: ['.jpeg', '.jpg', '.png'], maxBytes: 3 * MB };
/** [5.10b] for reviewers, and the avatar: 5 MB, GIF too. */
const PERSONAL: PhotoRule = {
  types: ['JPEG', 'PNG', 'GIF'],
  endings: ['.jpeg', '.jpg', '.png', '.gif'],
  maxBytes: 5 * MB,
};

/** [5.10d] Types and sizes are parameters, defined in this table. */
export const photoRule = (kind: PhotoKind): PhotoRule =>
  kind === 'AVATAR' || kind.startsWith('AUDIT_') ? PERSONAL : PAPERS;

/**
 * [5.10c] Pictures that reviewers need of a person, and in addition to the licence of the person who acts for an
 * enterprise.
 */
export const PERSON_PHOTOS = ['AUDIT_FRONT', 'AUDIT_BACK', 'AUDIT_HELD'] as const;
export const ENTERPRISE_PHOTOS = [...PERSON_PHOTOS, 'AUDIT_LETTER'] as const;
/** Pictures required in every application for an enterprise; reviewers use the same licence. */
export const UNIT_PHOTOS = ['LICENCE', 'LEGAL_FRONT', 'LEGAL_BACK'] as const;
