import { desc, eq, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { listSimulatedMessages, reportSimulated } from '#core/internal/calls.ts';
import { delivery, simulatedMessage } from '#db/schema/index.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';
import { recordReceipt } from '#edge/kernel/providers/record-delivery.ts';

export const simCalls = [
  implementOpen(listSimulatedMessages, async (input, { env, db }) => {
    if (env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
    const target = sql<string>`coalesce(${simulatedMessage.target}, ${delivery.target})`;
    return db
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
  }),
  implementOpen(reportSimulated, async ({ id, state, reason }, context) => {
    const { env, db } = context;
    if (env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
    const [row] = await db.select().from(delivery).where(eq(delivery.id, id));
    // A real gateway reports for itself, and signs it.
    if (!row?.simulated) throw new AppError('NOT_FOUND');
    await recordReceipt(context, { id, channel: row.channel, state, reason, error: '' });
    return null;
  }),
];
