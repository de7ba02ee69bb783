import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { toHex } from '#core/bytes.ts';
import { cloudSealChallenge } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, askProvider, bearer, failed, type Provider, readJson } from './ask-provider.ts';

export interface CloudSealChallenge {
  challenge: string;
  expiresAt: number;
}
export interface CloudSealToken {
  token: string;
  expiresAt: number;
}
type Who = { accountId: string; entId: string };

/** Service that stores an enterprise's seals in the cloud. Throws UNAVAILABLE if it cannot be reached. */
export interface CloudSealProvider {
  /** Content of the QR code for the user's app. */
  begin(who: Who): Promise<CloudSealChallenge>;
  /** Authorization to use the seals; `waiting` until the user decides, `refused` when it is declined or expired. */
  ask(challenge: string): Promise<CloudSealToken | 'waiting' | 'refused'>;
}

const QR_MS = 60_000;
const TOKEN_MS = 8 * 3_600_000;

/**
 * The service at CLOUD_SEAL_URL with `Authorization: Bearer CLOUD_SEAL_KEY`: `POST /challenges { account, enterprise }`
 * answers `{ challenge, expiresIn }`; `POST /tokens { challenge }` answers 200 `{ token, expiresIn }`, 202 while the
 * person has not decided, any other status when it is over. Times in seconds. Else the simulator, which mode `pro`
 * refuses.
 */
export function openCloudSeal(context: Context): CloudSealProvider {
  const { CLOUD_SEAL_URL: url, CLOUD_SEAL_KEY: key } = context.env;
  if (!url) return simulator(context);
  return overHttp(context, { name: 'cloud seal service', url, authorization: bearer(key) });
}

const start = z.object({ challenge: z.string().min(8).max(500), expiresIn: z.number().positive() });
const grant = z.object({ token: z.string().min(1).max(4_000), expiresIn: z.number().positive() });

function overHttp({ now }: Context, service: Provider): CloudSealProvider {
  const endOf = (answer: { expiresIn: number }) => now + answer.expiresIn * 1000;
  return {
    async begin({ accountId, entId }) {
      const json = { account: accountId, enterprise: entId };
      const answer = await askForJson(service, { path: '/challenges', json }, start);
      return { challenge: answer.challenge, expiresAt: endOf(answer) };
    },
    async ask(challenge) {
      const answer = await askProvider(service, { path: '/tokens', json: { challenge } });
      if (answer.status === 200) {
        const leave = readJson(service, answer, grant);
        return { token: leave.token, expiresAt: endOf(leave) };
      }
      if (answer.status >= 500) throw failed(service, `answered ${answer.status}`);
      return answer.status === 202 ? 'waiting' : 'refused';
    },
  };
}

/** Simulator: whoever opens /sim/cloudSeal acts as the user with the app. */
function simulator(context: Context): CloudSealProvider {
  const { env, db, now } = context;
  if (env.SIGNET_MODE === 'pro') throw new Error('SIGNET_MODE is pro and CLOUD_SEAL_URL is not set');
  return {
    begin: async () => ({
      challenge: toHex(crypto.getRandomValues(new Uint8Array(16))),
      expiresAt: now + QR_MS,
    }),
    async ask(challenge) {
      const [row] = await db
        .select()
        .from(cloudSealChallenge)
        .where(and(eq(cloudSealChallenge.challenge, challenge), gt(cloudSealChallenge.expiresAt, now)));
      if (row?.state === 'WAITING') return 'waiting';
      if (row?.state !== 'ALLOWED') return 'refused';
      return { token: `simulated-${challenge}`, expiresAt: now + TOKEN_MS };
    },
  };
}
