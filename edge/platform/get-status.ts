import { desc, like, ne, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { NOT_VALID } from '#core/platform/audit.ts';
import {
  type getStatus as call,
  type ServiceState,
  STATUS_PARTS,
  STATUS_SERVICES,
} from '#core/platform/status-calls.ts';
import { outbox } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import { BUCKETS, callFigures } from '#edge/kernel/http/call-meter.ts';
import { outboxFigures } from '#edge/kernel/outbox/outbox-figures.ts';
import { openBucket } from '#edge/kernel/storage/open-bucket.ts';

type Status = OutputOf<typeof call>;
type Part = (typeof STATUS_PARTS)[number];
type Service = (typeof STATUS_SERVICES)[number];

/** A part that does not answer within this time counts as failed. */
const PART_WITHIN_MS = 3_000;
const MOST_FAILURES = 20;

/** The status of the product. A part that fails is a result, not an error. */
export async function getStatus(_input: unknown, context: SignedInContext): Promise<Status> {
  const { now, env } = context;
  const [parts, queue, failures, invalidFiles] = await Promise.all([
    Promise.all(STATUS_PARTS.map((name) => tried(name, context))),
    outboxFigures(context),
    failuresOf(context),
    context.db.$count(outbox, like(outbox.lastError, `${NOT_VALID}%`)),
  ]);
  const services = STATUS_SERVICES.map((name) => ({ name, state: stateOf(name, env) }));
  return { at: now, parts, queue, failures, invalidFiles, calls: callsHere(now), services };
}

const TRIES: Record<Part, (context: SignedInContext) => Promise<unknown>> = {
  DATABASE: ({ db }) => db.run(sql`select 1`),
  FILES: ({ env }) => openBucket(env).head('status'),
  SYNC: async ({ env }) => {
    const answer = await fetch(new URL('/parties/main/health', env.SYNC_URL));
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`sync answered ${answer.status}`);
  },
};

async function tried(name: Part, context: SignedInContext): Promise<Status['parts'][number]> {
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), PART_WITHIN_MS);
  });
  const ok = await Promise.race([TRIES[name](context), late]).then(
    () => true,
    () => false,
  );
  clearTimeout(timer);
  return { name, ok, ms: Date.now() - began };
}

async function failuresOf({ db }: SignedInContext): Promise<Status['failures']> {
  // SQLite takes the other columns of a group from the row of its maximum.
  const rows = await db
    .select({
      topic: outbox.topic,
      count: sql<number>`count(*)`,
      attempts: sql<number>`max(${outbox.attempts})`,
      error: outbox.lastError,
      nextAt: outbox.dueAt,
    })
    .from(outbox)
    .where(ne(outbox.lastError, ''))
    .groupBy(outbox.topic)
    .orderBy(desc(sql`count(*)`))
    .limit(MOST_FAILURES);
  return rows.map((row) => ({ ...row, error: row.error.split('\n', 1)[0]! }));
}

function callsHere(now: number): Status['calls'] {
  const { since, total, counts, within } = callFigures;
  const bound = (part: number) => BUCKETS[within.findIndex((n) => n >= total * part)] ?? null;
  const failed = [...counts]
    .map(([id, { failed: n }]) => ({ call: id, count: n }))
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FAILURES);
  return { since: since || now, total, failed, half: bound(0.5), most: bound(0.95) };
}

/** The setting that connects each service, and what is there without it. */
const SERVICES: Record<Service, { setting: keyof Env; without: ServiceState }> = {
  SMS: { setting: 'SMS_URL', without: 'SIMULATED' },
  MAIL: { setting: 'MAIL_URL', without: 'SIMULATED' },
  FACE: { setting: 'FACE_URL', without: 'SIMULATED' },
  BANK: { setting: 'BANK_URL', without: 'SIMULATED' },
  INVOICE: { setting: 'INVOICE_URL', without: 'SIMULATED' },
  OCR: { setting: 'OCR_URL', without: 'SIMULATED' },
  APPROVAL: { setting: 'APPROVAL_URL', without: 'SIMULATED' },
  CLOUD_SEAL: { setting: 'CLOUD_SEAL_URL', without: 'SIMULATED' },
  WORD: { setting: 'WORD_URL', without: 'OFF' },
  TSA: { setting: 'TSA_URL', without: 'BUILT_IN' },
  CA: { setting: 'CA_URL', without: 'BUILT_IN' },
  WECHAT_PAY: { setting: 'WECHAT_PAY_MCHID', without: 'SIMULATED' },
  ALIPAY: { setting: 'ALIPAY_APP_ID', without: 'SIMULATED' },
};

function stateOf(name: Service, env: Env): ServiceState {
  const { setting, without } = SERVICES[name];
  if (env[setting] || (name === 'MAIL' && env.SMTP_URL)) return 'CONNECTED';
  // Once one provider of payments is connected, the other one is not offered.
  if ((name === 'WECHAT_PAY' || name === 'ALIPAY') && (env.WECHAT_PAY_MCHID || env.ALIPAY_APP_ID))
    return 'OFF';
  return without === 'SIMULATED' && env.SIGNET_MODE === 'pro' ? 'OFF' : without;
}
