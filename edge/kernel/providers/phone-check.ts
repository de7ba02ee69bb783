import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { FaceState } from '#core/realname/states.ts';
import { simulatedCheck } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, type Provider } from './ask-provider.ts';

/** A question for the phone: `name` is what it shows, `returnUrl` where it goes when it is over. */
export interface PhoneQuestion {
  reference: string;
  name: string;
  returnUrl: string;
}

/** A question that a service outside took: `url` is what the phone opens, `ref` how the service knows it. */
export interface PhoneCheck {
  ref: string;
  url: string;
}

const asked = z.object({ id: z.string().min(1).max(200), url: z.url({ protocol: /^https$/ }) });

/** Asks a service to put a question to a phone: a POST of `question`, answered by { id, url }. */
export async function askedPhone(service: Provider, path: string, question: object): Promise<PhoneCheck> {
  const { id, url } = await askForJson(service, { path, json: question }, asked);
  return { ref: id, url };
}

const PAGES = { FACE: '/sim/face', APPROVAL: '/sim/approval' } as const;

/** The phone of /sim, where whoever opens it decides. Throws UNAVAILABLE in mode `pro`. */
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
      return (row?.state ?? 'ENDED') as FaceState;
    },
  };
}
