import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { ENTERING } from './access.ts';

/**
 * blockPuzzle: drag a piece into its hole; clickWord: click three characters in order; work: proof of work by the
 * device.
 */
export const CAPTCHA_TYPES = ['blockPuzzle', 'clickWord', 'work'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

/** 0000 passed; 6110 expired, used or unknown; 6111 wrong; 6201 too many requests ([8.1j], [8.6d]). */
export const REP_CODES = ['0000', '6110', '6111', '6201'] as const;
const repCode = z.enum(REP_CODES);

/** [7.6g] [7.17c] An image code: four characters ([5.8b], [9.14]). */
export const getImageCode = defineCall({
  id: 'identity.getImageCode',
  method: 'GET',
  path: '/cb/assemble/captcha',
  access: ENTERING,
  input: z.object({
    /** `high`: larger, black on white, less distorted. */
    contrast: z.enum(['normal', 'high']).default('normal'),
  }),
  output: z.object({
    /** data:image/png;base64,… */
    captchaImageBase64: z.string(),
    captchaKey: z.string(),
  }),
  summary: 'Get an image code of four characters',
});

/** [7.17a] [3.26b] A slide puzzle, a click-word picture, or a proof-of-work challenge. */
export const getCaptcha = defineCall({
  id: 'identity.getCaptcha',
  method: 'GET',
  path: '/cb/assemble/captcha/getCaptcha',
  access: ENTERING,
  input: z.object({
    captchaType: z.enum(CAPTCHA_TYPES),
    clientUid: z.string().max(64).optional(),
    ts: z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  output: z.object({
    repCode,
    repMsg: z.string(),
    repData: z
      .object({
        token: z.string(),
        /** 16 characters: the AES key for `pointJson`; empty if the answer does not consist of points. */
        secretKey: z.string(),
        /** PNG in base64, 310 × 155 ([9.31]). */
        originalImageBase64: z.string(),
        /** The piece, 155 px high; empty for other types. */
        jigsawImageBase64: z.string(),
        /** Characters to click, in this order. */
        wordList: z.array(z.string()),
        /** For `work`: find a text such that SHA-256 of token and text starts with this number of zero bits. */
        workBits: z.number().int(),
      })
      .nullable(),
  }),
  summary: 'Get a slide puzzle, a click-word picture, or a proof-of-work task',
});

/** [7.17b] Checks the answer to a security verification; each can be answered once. */
export const checkCaptcha = defineCall({
  id: 'identity.checkCaptcha',
  method: 'POST',
  path: '/cb/assemble/captcha/checkCaptcha',
  access: ENTERING,
  input: z.object({
    captchaType: z.enum(CAPTCHA_TYPES),
    /** Points in px of the 310 × 155 picture as JSON, encrypted under the secretKey; for `work` the text found. */
    pointJson: z.string().min(1).max(1000),
    token: z.string().max(64),
  }),
  output: z.object({
    repCode,
    repMsg: z.string(),
    /** The token as proof of a passed verification; null if it failed. */
    repData: z.object({ captchaKey: z.string(), result: z.boolean() }).nullable(),
  }),
  summary: 'Check the answer to a security verification; each can be answered once',
});
