import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { CA_ANSWERS, ORDER_KINDS, ORDER_STATES } from './states.ts';

const SIMULATED: Access = {
  actor: 'anyone',
  may: 'act as the certificate authority on /sim',
  also: 'not in mode pro',
};

/** The operator's side of the simulated authority; these calls answer NOT_FOUND in mode pro. */
export const listSimulatedOrders = defineCall({
  id: 'certificate.listSimulatedOrders',
  method: 'GET',
  path: '/sim/ca/orders',
  access: SIMULATED,
  input: nothing,
  output: z.object({
    /** Enterprises whose orders are held until they are answered manually. */
    held: z.array(z.string()),
    orders: z.array(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        organization: z.string(),
        kind: z.enum(ORDER_KINDS),
        count: z.number().int(),
        status: z.enum(ORDER_STATES),
        /** Answer to the next query about the order; null: the default for the enterprise. */
        answer: z.enum(CA_ANSWERS).nullable(),
        createTime: time,
      }),
    ),
  }),
  summary: 'List the orders at the simulated certificate authority, newest first (not in production)',
});

export const answerSimulatedOrder = defineCall({
  id: 'certificate.answerSimulatedOrder',
  method: 'POST',
  path: '/sim/ca/answer',
  access: SIMULATED,
  input: z.object({ orderId: id, answer: z.enum(CA_ANSWERS) }),
  output: empty,
  summary: 'Set the authority’s answer to the next query about an order (not in production)',
});

export const holdSimulatedOrders = defineCall({
  id: 'certificate.holdSimulatedOrders',
  method: 'POST',
  path: '/sim/ca/hold',
  access: SIMULATED,
  input: z.object({ organization: z.string().trim().min(1).max(100), hold: z.boolean() }),
  output: empty,
  summary:
    'Hold an enterprise’s orders until they are answered manually, or issue them at once (not in production)',
});
