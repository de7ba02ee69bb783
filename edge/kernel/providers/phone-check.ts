import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { FaceState } from '#core/realname/states.ts';
import { simulatedCheck } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, type Provider } from './ask-provider.ts';

/** A confirmation on the phone: `name` is displayed, `returnUrl` is opened afterwards. */
export interface PhoneQuestion {
  reference: string;
  name: string;
  returnUrl: string;
}

/** A confirmation accepted by an external service: `url` for the phone, `ref` is the service's identifier. */
export interface PhoneCheck {
  ref: string;
  url: string;
}

const answer = z.object({ id: z.string().min(1).max(200), url: z.url({ protocol: /^https$/ }) });

/** Starts a confirmation at a service: POST of `question`, answered with { id, url }. */
export async function checkPhone(service: Provider, path: string, question: object): Promise<PhoneCheck> {
  const { id, url } = await askForJson(service, { path, json: question }, answer);
  return { ref: id, url };
}

const PAGES = { FACE: '/sim/face', APPROVAL: '/sim/approval' } as const;

/** Simulated phone at /sim; whoever opens it decides. Throws UNAVAILABLE in mode `pro`. */
export function simulatedPhone({ db, env, now }: Context, kind: keyof typeof PAGES) {
  if (env.SIGNET_MODE === 'pro') throw new AppError('UNAVAILABLE');
  return {
    async ask({ reference, name, returnUrl }: PhoneQuestion): Promise<PhoneCheck> {
      await db.insert(simulatedCheck).values({ ref: reference, kind, name, returnUrl, createdAt: now });
      return { ref: reference, url: new URL(`${PAGES[kind]}?ref=${reference}`, returnUrl).href };
    },
    async result(ref: string): Promise<FaceState> {
      const [row] = await db
        .select({ state: simulatedCheck.state })
        .from(simulatedCheck)
        .where(eq(simulatedCheck.ref, ref));
      return row?.state ?? 'ENDED';
    },
  };
}
