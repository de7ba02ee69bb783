import { z } from 'zod';
import { OPTIONAL_PROOFS } from '#core/task/signer-proofs.ts';

/** Characters of a data URL: a picture of about 45 kB. */
const LOGO_LENGTH = 60_000;

/** [3.24b] System options that affect the pages. */
export const systemOption = z.object({
  /** Empty: the default name in the reader's language ([2.1f]). */
  systemName: z
    .string()
    .trim()
    .max(30)
    .regex(/^[^<>\p{Cc}]*$/u),
  /** A PNG, JPEG or WebP picture as a data URL; empty: the product's logo. */
  headerLogo: z
    .string()
    // Aborts: matching megabytes of digits overflows the stack of the regular expression.
    .max(LOGO_LENGTH, { abort: true })
    .regex(/^(data:image\/(png|jpeg|webp);base64,[0-9A-Za-z+/]+={0,2})?$/),
  /** Whether seals of the external cloud seal service are used ([4.22d]). */
  gbState: z.enum(['ENABLE', 'DISABLE']),
  /** TABLET: signatures are written on a signature tablet; empty: on the page or on a phone. */
  handWritImg: z.enum(['', 'TABLET']),
  /** Whether OCR compares a handwritten signature with the name ([8.15c]). */
  handWrittenOcrStatus: z.enum(['ENABLE', 'DISABLE']),
  /** Proofs that no sender may ask a signer for; asked for before, a code to the signer's number stands in their place. */
  proofsOff: z.array(z.enum(OPTIONAL_PROOFS)).max(OPTIONAL_PROOFS.length).default([]),
});
export type SystemOption = z.output<typeof systemOption>;

export const STANDARD_OPTION: SystemOption = {
  systemName: '',
  headerLogo: '',
  gbState: 'DISABLE',
  handWritImg: '',
  handWrittenOcrStatus: 'DISABLE',
  proofsOff: [],
};
