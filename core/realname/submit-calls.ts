import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { PERSON_AUTH } from '#core/identity/states.ts';
import { id, time } from '#core/wire.ts';
import { OWN_NAME } from './access.ts';
import { personForm } from './person-form.ts';

/** [7.11c] The result is returned in the query of /auth/person?currentComp=AuthH5. */
export const startFaceAuth = defineCall({
  id: 'realname.startFaceAuth',
  method: 'POST',
  path: '/bc/assemble/personH5/startFaceAuth',
  access: OWN_NAME,
  input: z.object({
    userId: id,
    businessType: z.literal('AUTH'),
    ownerType: z.literal('PERSON'),
    person: personForm,
  }),
  output: z.object({ transId: id, expiresAt: time }),
  summary: 'Start a face verification; getFaceAuth returns the URL to scan',
  validates: true,
});

export const submitManualReview = defineCall({
  id: 'realname.submitManualReview',
  method: 'POST',
  path: '/bc/assemble/personH5/submitManualReview',
  access: OWN_NAME,
  input: z.object({
    person: personForm,
    /** [5.10c] One each of the kinds AUDIT_FRONT, AUDIT_BACK, AUDIT_HELD. */
    photos: z.array(id).length(3),
  }),
  output: z.object({ applicationId: id, authStatus: z.enum(PERSON_AUTH) }),
  summary: 'Submit documents for a manual review',
  once: true,
  validates: true,
});
