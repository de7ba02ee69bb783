import { sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import * as calls from '#core/internal/calls.ts';
import { tendCertificates } from '#edge/certificate/seal-certificate.ts';
import { expireCopies } from '#edge/copies/expire-copies.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { sealPlainNames } from '#edge/realname/seal-plain-names.ts';
import { tendApplications } from '#edge/realname/tend-applications.ts';
import { endLostTickets } from '#edge/sync/tickets.ts';
import { runDueTasks } from '#edge/task/run-due-tasks.ts';
import { countStaleKeys, rewrapKeys } from './rewrap-keys.ts';
import { seedDemo } from './seed-demo.ts';

export const internalCalls = [
  implementOpen(calls.rewrapKeys, async (_input, context) => {
    const done = await rewrapKeys(context);
    return { kekId: context.keys.kekId, done, stores: await countStaleKeys(context) };
  }),
  implementOpen(calls.seed, (_input, context) => {
    if (context.env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
    return seedDemo(context);
  }),
  implementOpen(calls.runJobs, async (_input, context) => {
    const expired = await runDueTasks(context);
    await tendCertificates(context);
    await tendApplications(context);
    await sealPlainNames(context);
    await endLostTickets(context);
    await expireCopies(context);
    return { done: expired + (await runOutbox(context)) };
  }),
  implementOpen(calls.health, async (_input, context) => {
    await context.db.run(sql`select 1`);
    return { ok: true };
  }),
];
