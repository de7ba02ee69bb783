import { desc, eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { listSimulatedMessages } from '#core/internal/calls.ts';
import { simulatedMessage } from '#db/schema/index.ts';
import { implementOpen } from '../http/implement.ts';

export const simCalls = [
  implementOpen(listSimulatedMessages, async (input, { env, db }) => {
    if (env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
    return db
      .select()
      .from(simulatedMessage)
      .where(input.target ? eq(simulatedMessage.target, input.target) : undefined)
      .orderBy(desc(simulatedMessage.createdAt), desc(simulatedMessage.id))
      .limit(50);
  }),
];
