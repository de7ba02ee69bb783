import { sql } from 'drizzle-orm';
import * as calls from '#core/internal/calls.ts';
import { countStaleKeys, rewrapKeys } from '../crypto/rewrap-keys.ts';
import { implementOpen } from '../http/implement.ts';
import { sealPlainNames } from '../identity/seal-plain-names.ts';
import { runOutbox } from '../outbox/run-outbox.ts';
import { tendApplications } from '../realname/tend-applications.ts';
import { tendCertificates } from '../seal/certificate.ts';
import { endLostTickets } from '../sync/tickets.ts';
import { runDueTasks } from '../task/run-due-tasks.ts';
import { seedDemo } from './seed-demo.ts';

export const internalCalls = [
  implementOpen(calls.rewrapKeys, async (_input, context) => {
    const done = await rewrapKeys(context);
    return { kekId: context.keys.kekId, done, stores: await countStaleKeys(context) };
  }),
  implementOpen(calls.seed, (_input, context) => seedDemo(context)),
  implementOpen(calls.runJobs, async (_input, context) => {
    const expired = await runDueTasks(context);
    await tendCertificates(context);
    await tendApplications(context);
    await sealPlainNames(context);
    await endLostTickets(context);
    return { done: expired + (await runOutbox(context)) };
  }),
  implementOpen(calls.health, async (_input, context) => {
    await context.db.run(sql`select 1`);
    return { ok: true };
  }),
];
