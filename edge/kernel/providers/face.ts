import { z } from 'zod';
import { maskName } from '#core/realname/mask.ts';
import type { FaceState } from '#core/realname/states.ts';
import type { IdType } from '#core/validate/id-number.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, bearer } from './ask-provider.ts';
import { checkPhone, type PhoneCheck, simulatedPhone } from './phone-check.ts';

export interface FaceSubject {
  /** Our verification id, which the provider may use as idempotency key. */
  reference: string;
  name: string;
  idType: IdType | '';
  idNumber: string;
  /** Address to which the phone returns afterwards. */
  returnUrl: string;
}

/** Compares a face with a person's identity document. Throws UNAVAILABLE if the provider does not respond. */
export interface FaceProvider {
  start(subject: FaceSubject): Promise<PhoneCheck>;
  result(ref: string): Promise<FaceState>;
}

const answer = z.object({ state: z.enum(['pending', 'passed', 'failed', 'expired']) });
const STATES = { pending: 'PENDING', passed: 'SUCCESS', failed: 'FAILURE', expired: 'ENDED' } as const;

/**
 * The service at FACE_URL where one is set, with `Authorization: Bearer FACE_KEY`: `POST /verifications`
 * { reference, name, idType, idNumber, returnUrl } answers { id, url }; `GET /verifications/{id}` answers { state }:
 * pending, passed, failed or expired. Else the simulator, which mode `pro` refuses.
 */
export function openFace(context: Context): FaceProvider {
  const { FACE_URL: url, FACE_KEY: key } = context.env;
  if (!url) {
    const phone = simulatedPhone(context, 'FACE');
    return {
      start: ({ reference, name, returnUrl }) => phone.ask({ reference, name: maskName(name), returnUrl }),
      result: phone.result,
    };
  }
  const service = { name: 'face service', url, authorization: bearer(key) };
  return {
    start: (subject) => checkPhone(service, '/verifications', subject),
    result: async (ref) =>
      STATES[
        (await askForJson(service, { path: `/verifications/${encodeURIComponent(ref)}` }, answer)).state
      ],
  };
}
