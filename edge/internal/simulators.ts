import { desc, eq, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { listSimulatedMessages } from '#core/internal/calls.ts';
import { delivery, simulatedMessage } from '#db/schema/index.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';

type Message = OutputOf<typeof listSimulatedMessages>[number];

export const simCalls = [
  implementOpen(listSimulatedMessages, async (input, { env, db }) => {
    if (env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
    const target = sql<string>`coalesce(${simulatedMessage.target}, ${delivery.target})`;
    const rows = await db
      .select({
        id: delivery.id,
        channel: delivery.channel,
        target,
        text: sql<string>`coalesce(${simulatedMessage.text}, '')`,
        state: delivery.state,
        createdAt: delivery.createdAt,
      })
      .from(delivery)
      .leftJoin(simulatedMessage, eq(simulatedMessage.id, delivery.id))
      .where(input.target ? eq(target, input.target) : undefined)
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(50);
    return rows as Message[];
  }),
];
