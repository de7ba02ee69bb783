import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { nothing, time } from '#core/wire.ts';

/** What the Worker depends on. */
export const STATUS_PARTS = ['DATABASE', 'FILES', 'SYNC'] as const;
/** External services (docs/deploy.md). */
export const STATUS_SERVICES = [
  'SMS',
  'MAIL',
  'FACE',
  'BANK',
  'INVOICE',
  'OCR',
  'APPROVAL',
  'CLOUD_SEAL',
  'WORD',
  'TSA',
  'CA',
  'WECHAT_PAY',
  'ALIPAY',
] as const;
/** `BUILT_IN`: done by the product itself; `SIMULATED`: never in mode `pro`. */
export const SERVICE_STATES = ['CONNECTED', 'BUILT_IN', 'SIMULATED', 'OFF'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** How the product is at present: its parts, the queue of effects, the times of calls and the external services. */
export const getStatus = defineCall({
  id: 'platform.getStatus',
  method: 'GET',
  path: '/bc/platform/status/get',
  access: { actor: 'platform', may: 'see the status of the product' },
  input: nothing,
  output: z.object({
    at: time,
    parts: z.array(
      z.object({
        name: z.enum(STATUS_PARTS),
        ok: z.boolean(),
        /** Milliseconds to its answer, or to the failure. */
        ms: z.number().int().min(0),
      }),
    ),
    queue: z.object({
      waiting: z.number().int(),
      /** Effects that should have begun. */
      due: z.number().int(),
      /** Effects whose last attempt failed. */
      failing: z.number().int(),
      /** Creation of the oldest effect; null for an empty queue. */
      oldest: time.nullable(),
    }),
    /** Kinds of effects whose last attempt failed, most first. */
    failures: z.array(
      z.object({
        topic: z.string(),
        count: z.number().int(),
        attempts: z.number().int(),
        /** First line of the latest error, without values. */
        error: z.string(),
        nextAt: time,
      }),
    ),
    /** Tasks and groups with a finished file that our own verifier does not call valid; they are not said to last. */
    invalidFiles: z.number().int(),
    /** Calls that the answering isolate has served since `since`. */
    calls: z.object({
      since: time,
      total: z.number().int(),
      /** Calls that ended with an unexpected error, by id, most first. */
      failed: z.array(z.object({ call: z.string(), count: z.number().int() })),
      /** Upper bounds, in seconds, of the bucket in which this part of the calls ended; null above the last bucket. */
      half: z.number().nullable(),
      most: z.number().nullable(),
    }),
    services: z.array(z.object({ name: z.enum(STATUS_SERVICES), state: z.enum(SERVICE_STATES) })),
  }),
  summary: 'Get the status of the product: parts, queue, response times, external services',
});
