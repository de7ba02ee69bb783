import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { OWNER_TYPES, PERSON_AUTH } from '#core/identity/states.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { OWN_NAME, PICTURES, SIMULATED } from './access.ts';
import { PHOTO_KINDS } from './photos.ts';
import { APPLICATION_STATES, FACE_STATES, ROUTES } from './states.ts';

export const getFaceAuth = defineCall({
  id: 'realname.getFaceAuth',
  method: 'GET',
  path: '/bc/assemble/personH5/faceAuth/:transId',
  access: OWN_NAME,
  input: z.object({ transId: id }),
  output: z.object({
    state: z.enum(FACE_STATES),
    /** URL for the phone while the state is PENDING. */
    url: z.string(),
    expiresAt: time,
  }),
  summary: 'Get the state of the person’s own face verification',
});

/** [4.17a] [7.11b] Fetches the result of a face verification from the provider, never from the browser. */
export const confirmFaceAuth = defineCall({
  id: 'realname.confirmFaceAuth',
  method: 'POST',
  path: '/bc/assemble/personH5/confirmFaceAuth',
  access: OWN_NAME,
  input: z.object({ transId: id, result: z.literal('ENABLE') }),
  output: z.object({ authStatus: z.enum(PERSON_AUTH) }),
  summary:
    'Apply the result of a face verification, fetched from the provider and never taken from the browser',
});

/**
 * [7.11a] Called by the phone, which has no session: it only knows the number of the check, and the response reveals
 * nothing else.
 */
export const saveAuthResult = defineCall({
  id: 'realname.saveAuthResult',
  method: 'POST',
  path: '/bc/assemble/personH5/saveAuthResult',
  access: {
    actor: 'anyone',
    may: 'trigger fetching the result of a face verification from the provider',
    also: 'only the id of the verification is read from the request',
  },
  input: z.object({ transId: id }),
  output: z.object({ state: z.enum(FACE_STATES) }),
  summary: 'Fetch the result of a face verification from the provider',
});

export const withdrawRealName = defineCall({
  id: 'realname.withdraw',
  method: 'POST',
  path: '/bc/assemble/personH5/withdraw',
  access: OWN_NAME,
  input: nothing,
  output: z.object({ authStatus: z.enum(PERSON_AUTH) }),
  summary: 'Withdraw the person’s own application, including a face verification',
});

/** [7.11e] [3.21f] One’s own real-name information, masked. */
export const queryPersonInfo = defineCall({
  id: 'realname.queryPersonInfo',
  method: 'GET',
  path: '/bc/assemble/person/info',
  access: OWN_NAME,
  input: z.object({ id }),
  output: z.object({
    defaultPwd: z.boolean(),
    /** Id of the most recent handwritten signature; empty without one. */
    handWriteImg: z.string(),
    authStatus: z.enum(PERSON_AUTH),
    /** Masked: *三, 110***********002X. */
    realName: z.string(),
    idType: z.enum(ID_TYPES).or(z.literal('')),
    idNumber: z.string(),
    /** The newest application, if there is one. */
    application: z
      .object({
        id,
        route: z.enum(ROUTES),
        state: z.enum(APPLICATION_STATES),
        realName: z.string(),
        reason: z.string(),
        submittedAt: time.nullable(),
        decidedAt: time.nullable(),
      })
      .nullable(),
  }),
  summary: 'Get the person’s own real-name information, masked',
});

/** [7.11f] [3.21e] Data of the signed-in person besides the name. */
export const getUserExtendInfo = defineCall({
  id: 'realname.getUserExtendInfo',
  method: 'GET',
  path: '/bc/assemble/person/extendInfo',
  access: OWN_NAME,
  input: nothing,
  output: z.object({
    account: z.string(),
    id,
    name: z.string(),
    photo: z.string(),
    /** Masked: 138****0001. */
    perPhone: z.string(),
    personalAuthStatus: z.enum(PERSON_AUTH),
    userOwnerType: z.enum(OWNER_TYPES),
  }),
  summary: 'Get further data about the signed-in person',
});

export const revealRealName = defineCall({
  id: 'realname.reveal',
  method: 'POST',
  path: '/bc/assemble/person/reveal',
  access: {
    actor: 'session',
    may: 'see their own real name and number unmasked',
    also: 'the access is recorded',
  },
  input: nothing,
  output: z.object({ realName: z.string(), idNumber: z.string() }),
  summary: 'Get the person’s own name and number unmasked; the access is recorded',
});

/** [7.8d] The picture is checked by its content, cleaned, and stored under its own key ([5.10]). */
export const updateImage = defineCall({
  id: 'realname.updateImage',
  method: 'POST',
  path: '/cb/user/register/updateImage',
  body: 'multipart',
  access: OWN_NAME,
  input: z.object({ file: z.instanceof(Blob), kind: z.enum(PHOTO_KINDS) }),
  output: z.object({ imageId: id, width: z.number().int(), height: z.number().int() }),
  summary: 'Upload a picture: avatar, identity document, licence, authorization letter',
});

export const getImage = defineCall({
  id: 'realname.getImage',
  method: 'GET',
  path: '/cb/user/register/image/:imageId',
  answer: 'file',
  access: PICTURES,
  input: z.object({ imageId: id }),
  output: z.unknown(),
  summary: 'Get a picture that the person uploaded; reviewers get those of applications, which is recorded',
  audited: true,
});

/** The simulated phone of a face verification: the target of the QR code if no provider is configured. */
export const getSimulatedCheck = defineCall({
  id: 'realname.getSimulatedCheck',
  method: 'GET',
  path: '/sim/checks/:ref',
  access: SIMULATED,
  input: z.object({ ref: z.string().max(60) }),
  output: z.object({ name: z.string(), state: z.string(), returnUrl: z.string() }),
  summary: 'Get a check at the simulator (not in production)',
});

export const decideSimulatedCheck = defineCall({
  id: 'realname.decideSimulatedCheck',
  method: 'POST',
  path: '/sim/checks/:ref',
  access: SIMULATED,
  input: z.object({ ref: z.string().max(60), state: z.enum(['SUCCESS', 'FAILURE', 'ENDED']) }),
  output: empty,
  summary: 'Decide a check at the simulator (not in production)',
});
