import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { sealedPassword, sentCode } from '#core/identity/proof.ts';
import { sealPicture } from '#core/seal/picture.ts';
import { email, mobile } from '#core/validate/rules.ts';
import { empty, id, nothing, time } from '#core/wire.ts';

/** The ID of a UKey binding, or `{seal ID}:{serial number of the UKey}`. */
const boundKey = z.string().regex(/^[0-9a-z]{8,40}(:[0-9A-Za-z-]{4,64})?$/);

const OWN_SECRETS: Access = {
  actor: 'session',
  may: 'change their own login password, signing password, mobile and e-mail',
  also: 'with the current password, or codes to the changed number or address and to their own mobile',
};
const OWN_ACCOUNT: Access = {
  actor: 'person',
  may: 'close their own account, save their own signature, show a QR code to write it on a phone',
  also: 'closing: with a code to their own mobile, and only if they are not the only administrator of an enterprise',
};
const OWN_KEYS: Access = {
  actor: 'session',
  may: 'list the UKeys they bound, and remove them',
  also: 'UKeys of seals: only while they manage the seals',
};
const HAND_LINK: Access = {
  actor: 'anyone',
  may: 'submit the one signature that a scanned link was created for',
  also: 'with the link’s token, valid once and for five minutes',
};

/** [7.8e] Changes the login password. */
export const updatePassword = defineCall({
  id: 'account.updatePassword',
  method: 'POST',
  path: '/cb/user/register/updatePassword',
  access: OWN_SECRETS,
  input: z.object({
    oldPassword: sealedPassword,
    password: sealedPassword,
    /** Whether the account's UKeys are unbound as well: they can log in without the password. */
    removeKeys: z.boolean().default(false),
  }),
  output: empty,
  changes: ['account', 'identity'],
  summary: 'Change the person’s login password; ends all other sessions and, on request, unbinds the UKeys',
  validates: true,
});

/** [7.8c] [5.8c] Both numbers are verified: the old one by `checkCode` (CHECK_MOBILE), the new one by `authCode`. */
export const updateMobile = defineCall({
  id: 'account.updateMobile',
  method: 'POST',
  path: '/bc/assemble/user/updateMobile',
  access: OWN_SECRETS,
  input: z.object({ mobile: mobile(), authCode: sentCode, checkCode: sentCode }),
  output: empty,
  summary: 'Change the person’s mobile number, with a code to the old one and a code to the new one',
  validates: true,
  changes: ['identity'],
});

/** [7.8i] Also needs a code to the mobile number (CHECK_MOBILE), because the address can reset a forgotten password. */
export const updateMail = defineCall({
  id: 'account.updateMail',
  method: 'POST',
  path: '/cb/user/register/updateMail',
  access: OWN_SECRETS,
  input: z.object({ mail: email(), authCode: sentCode, checkCode: sentCode }),
  output: empty,
  summary: 'Set or change the person’s e-mail address, with a code to it and a code to their mobile',
  validates: true,
  changes: ['identity'],
});

/** [7.8l] Changes the signing password. */
export const updateSignPassword = defineCall({
  id: 'account.updateSignPassword',
  method: 'POST',
  path: '/cb/user/register/updSignDesirePassword',
  access: OWN_SECRETS,
  input: z.object({ oldPassword: sealedPassword, password: sealedPassword }),
  output: empty,
  summary: 'Change the person’s signing password with the old one',
  validates: true,
  changes: ['identity'],
});

/** [7.8l] Resets a forgotten signing password. */
export const resetSignPassword = defineCall({
  id: 'account.resetSignPassword',
  method: 'POST',
  path: '/cb/user/register/resetSignDesirePassword',
  access: OWN_SECRETS,
  input: z.object({ password: sealedPassword, authCode: sentCode }),
  output: empty,
  summary: 'Reset a forgotten signing password with a code to the person’s mobile (SIGN_PASSWORD)',
  validates: true,
  changes: ['identity'],
});

/** [7.8j] [7.9a] [3.27] Closes the account. */
export const cancelOutUser = defineCall({
  id: 'account.cancelOutUser',
  method: 'POST',
  path: '/cb/assemble/usercenter/userRegister/cancelOutUser',
  access: OWN_ACCOUNT,
  input: z.object({
    authCode: sentCode,
    authCodeType: z.literal('CANCEL_USER'),
    /** The caller's own number; optional, any other number is rejected. */
    mobile: mobile().optional(),
    captchaKey: z.string().max(200).optional(),
  }),
  output: empty,
  summary: 'Close the person’s account permanently',
  validates: true,
});

/**
 * What is written on the phone. The specification names the parameter ([2.6], [7.8k]) but none of its values; a
 * person's signature is the only thing that it takes from a phone ([4.21a], [9.6]).
 */
export const WRITING_TYPES = ['AUTOGRAPH'] as const;
/** Whether OCR compares the signature with the person's name. */
export const OCR_TYPES = ['NONE', 'NAME'] as const;

/** [7.8k] [9.6] Creates a link to submit one signature from a phone. */
export const getUserCertQrCode = defineCall({
  id: 'account.getUserCertQrCode',
  method: 'GET',
  path: '/coss/assemble/getUserCertQrCode',
  access: OWN_ACCOUNT,
  input: z.object({
    writingType: z.enum(WRITING_TYPES).default('AUTOGRAPH'),
    /** Defaults to the system option. */
    ocrType: z.enum(OCR_TYPES).optional(),
  }),
  output: z.object({
    /** Path with query, relative to the product's base URL: the content of the QR code. */
    path: z.string(),
    expiresAt: time,
  }),
  summary:
    'Create the link for a QR code to submit one signature from a phone; valid once and for five minutes',
});

/** Accepts any text of the scanned URL: an unknown token is an invalid code, not an invalid field ([8.15d]). */
const token = z.string().max(200);

export const getHandLink = defineCall({
  id: 'account.getHandLink',
  method: 'POST',
  path: '/coss/assemble/handSign/open',
  access: HAND_LINK,
  input: z.object({ Authorization: token }),
  output: z.object({
    /** Name of the signer with the surname masked. */
    name: z.string(),
    writingType: z.enum(WRITING_TYPES),
    ocrType: z.enum(OCR_TYPES),
    expiresAt: time,
  }),
  summary: 'Get the purpose of a scanned link; fails if it is unknown, used or expired',
});

const handwriting = sealPicture.options[3];

export const saveHandSign = defineCall({
  id: 'account.saveHandSign',
  method: 'POST',
  path: '/coss/assemble/handSign/save',
  access: HAND_LINK,
  input: z.object({ Authorization: token, picture: handwriting }),
  output: empty,
  summary: 'Submit the signature that was written on the phone',
});

export const saveAutograph = defineCall({
  id: 'account.saveAutograph',
  method: 'POST',
  path: '/coss/assemble/handSign/saveOwn',
  access: OWN_ACCOUNT,
  input: z.object({ picture: sealPicture }),
  output: z.object({ stampId: id }),
  summary: 'Save a signature drawn on this screen, or extracted from a picture, as the person’s signature',
  changes: ['seal'],
});

/** Keys that sign or log in without a password, and that stay valid when the sessions end. */
export const listKeys = defineCall({
  id: 'account.listKeys',
  method: 'GET',
  path: '/cb/user/ukey/keys',
  access: OWN_KEYS,
  input: nothing,
  output: z.array(
    z.object({
      keyId: boundKey,
      /** ACCOUNT: logs in and signs as the person. SEAL: stamps with an enterprise's seal; the person allowed it. */
      kind: z.enum(['ACCOUNT', 'SEAL']),
      serial: z.string(),
      label: z.string(),
      /** For SEAL; empty otherwise. */
      sealName: z.string(),
      entName: z.string(),
      boundAt: time,
      certificateNotAfter: time.nullable(),
    }),
  ),
  summary: 'List the UKeys that the person bound to the account and to seals they manage',
});

export const removeKey = defineCall({
  id: 'account.removeKey',
  method: 'POST',
  path: '/cb/user/ukey/remove',
  access: OWN_KEYS,
  input: z.object({ keyId: boundKey }),
  output: empty,
  changes: ['account', 'identity', 'seal'],
  summary: 'Remove a UKey that the person bound; its certificate is revoked and it stops working',
});
