import { z } from 'zod';
import type { FaceState } from '#core/realname/states.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, bearer } from './ask-provider.ts';
import { checkPhone, type PhoneCheck, simulatedPhone } from './phone-check.ts';

export interface Approval {
  reference: string;
  /** Title of what is to be signed, displayed by the app. */
  title: string;
  /** The user's login name, by which the app may identify them. */
  account: string;
  returnUrl: string;
}

/** App in which users confirm or decline on their phone. Throws UNAVAILABLE if it does not respond. */
export interface CollaborationApp {
  /** `url` is also the content of the QR code. */
  ask(approval: Approval): Promise<PhoneCheck>;
  /** SUCCESS: confirmed; FAILURE: declined; ENDED: expired. */
  answer(ref: string): Promise<FaceState>;
}

const answerSchema = z.object({ state: z.enum(['pending', 'confirmed', 'refused', 'expired']) });
const STATES = { pending: 'PENDING', confirmed: 'SUCCESS', refused: 'FAILURE', expired: 'ENDED' } as const;

/** Whether an app is available: at APPROVAL_URL, or the simulator except in mode `pro`. */
export const hasCollaborationApp = ({ env }: Context): boolean =>
  Boolean(env.APPROVAL_URL) || env.SIGNET_MODE !== 'pro';

/**
 * The service at APPROVAL_URL with `Authorization: Bearer APPROVAL_KEY`: `POST /approvals`
 * { reference, title, account, returnUrl } answers { id, url }; `GET /approvals/{id}` answers { state }: pending,
 * confirmed, refused or expired. Else the simulator, which mode `pro` refuses.
 */
export function openCollaborationApp(context: Context): CollaborationApp {
  const { APPROVAL_URL: url, APPROVAL_KEY: key } = context.env;
  if (!url) {
    const phone = simulatedPhone(context, 'APPROVAL');
    return {
      ask: ({ reference, title, returnUrl }) => phone.ask({ reference, name: title, returnUrl }),
      answer: phone.result,
    };
  }
  const service = { name: 'collaboration app', url, authorization: bearer(key) };
  return {
    ask: (approval) => checkPhone(service, '/approvals', approval),
    answer: async (ref) =>
      STATES[
        (await askForJson(service, { path: `/approvals/${encodeURIComponent(ref)}` }, answerSchema)).state
      ],
  };
}
