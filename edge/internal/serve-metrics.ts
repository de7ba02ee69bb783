import { sameSecret } from '#core/same-secret.ts';
import type { Context } from '#edge/kernel/context.ts';
import { HEADERS } from '#edge/kernel/http/answer.ts';
import { BUCKETS, callFigures } from '#edge/kernel/http/call-meter.ts';
import { outboxFigures } from '#edge/kernel/outbox/outbox-figures.ts';

export const METRICS_PATH = '/metrics';

/**
 * `GET /metrics/`: figures in the text format of Prometheus 0.0.4 for whoever has the internal key as bearer token; 404
 * for others. Figures of calls are those of the isolate that answers, named by its label; figures of the outbox are
 * those of the whole product. No label contains personal data.
 */
export async function serveMetrics(request: Request, context: Context): Promise<Response> {
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (request.method !== 'GET' || !(await sameSecret(token, context.env.INTERNAL_KEY)))
    return new Response('Nothing is here.\n', { status: 404, headers: HEADERS });
  const text = [...callLines(), ...(await outboxLines(context))].join('\n');
  return new Response(`${text}\n`, {
    headers: { ...HEADERS, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

type Kind = 'counter' | 'gauge' | 'histogram';
const head = (name: string, kind: Kind, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
];

function callLines(): string[] {
  const { isolate, since, counts, within, seconds, total, exchanges } = callFigures;
  const here = `isolate="${isolate}"`;
  const name = 'signet_call_duration_seconds';
  return [
    ...head('signet_isolate_start_time_seconds', 'gauge', 'When the isolate answered its first call.'),
    `signet_isolate_start_time_seconds{${here}} ${since / 1_000}`,
    ...head('signet_calls_total', 'counter', 'Calls by id and outcome.'),
    ...[...counts].flatMap(([id, outcomes]) =>
      Object.entries(outcomes).map(
        ([outcome, n]) => `signet_calls_total{${here},call="${id}",outcome="${outcome}"} ${n}`,
      ),
    ),
    ...head(name, 'histogram', 'Time from a call to its response.'),
    ...BUCKETS.map((bound, i) => `${name}_bucket{${here},le="${bound}"} ${within[i]}`),
    `${name}_bucket{${here},le="+Inf"} ${total}`,
    `${name}_sum{${here}} ${seconds}`,
    `${name}_count{${here}} ${total}`,
    ...head('signet_database_exchanges_total', 'counter', 'Statements and batches sent to the database.'),
    `signet_database_exchanges_total{${here}} ${exchanges}`,
  ];
}

async function outboxLines(context: Context): Promise<string[]> {
  const { waiting, due, failing, oldest } = await outboxFigures(context);
  return [
    ...head('signet_outbox_effects', 'gauge', 'Effects that are not done.'),
    `signet_outbox_effects ${waiting}`,
    ...head('signet_outbox_due', 'gauge', 'Effects that should have begun.'),
    `signet_outbox_due ${due}`,
    ...head('signet_outbox_failing', 'gauge', 'Effects whose last attempt failed.'),
    `signet_outbox_failing ${failing}`,
    ...head('signet_outbox_oldest_seconds', 'gauge', 'Age of the oldest effect that is not done.'),
    `signet_outbox_oldest_seconds ${oldest === null ? 0 : Math.max(0, context.now - oldest) / 1_000}`,
  ];
}
