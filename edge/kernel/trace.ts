import { AsyncLocalStorage } from 'node:async_hooks';
import { toHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { exportSpans } from './export-spans.ts';
import { type Attributes, KIND, type Span, type TraceEnv } from './span.ts';

type Recording = { env: TraceEnv; span: Span; ended: Span[] };

/** The span that the running code belongs to; none where nothing is recorded. */
const current = new AsyncLocalStorage<Recording>();

const randomId = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

/** W3C Trace Context, level 1, clause 3.2: null for anything else, which starts a trace of our own. */
export function readTraceparent(text: string | null) {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(text ?? '') ?? [];
  if (version === undefined || version === 'ff' || /^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Runs the work of a request or of a clock as the first span of this Worker, and sends its spans once it has ended, after
 * the response. Without OTEL_EXPORTER_OTLP_ENDPOINT, or where the caller does not record or chance says no
 * (OTEL_TRACES_SAMPLER_ARG: share of 0 to 1), only the work is done.
 */
export async function traceRoot<T>(
  env: TraceEnv,
  defer: (work: Promise<unknown>) => void,
  { name, kind, parent }: { name: string; kind: Span['kind']; parent: string | null },
  work: () => Promise<T>,
): Promise<T> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return work();
  const from = readTraceparent(parent);
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (from ? !from.sampled : Math.random() >= share) return work();
  const root = { traceId: from?.traceId ?? randomId(16), parentId: from?.spanId ?? '', name, kind };
  const recording = begin(env, root);
  try {
    return await run(recording, work);
  } finally {
    defer(exportSpans(env, recording.ended));
  }
}

/**
 * Runs work that goes on after the span which began it has ended, such as the outbox after a response: a span of the same
 * trace, sent by itself.
 */
export async function traceDeferred<T>(name: string, work: () => Promise<T>): Promise<T> {
  const outer = current.getStore();
  if (!outer) return work();
  const recording = begin(outer.env, { ...childOf(outer.span), name, kind: KIND.internal });
  try {
    return await run(recording, work);
  } finally {
    await exportSpans(outer.env, recording.ended);
  }
}

/** Runs work as a span below the present one; only the work where nothing is recorded. */
export function traced<T>(
  name: string,
  { kind = KIND.internal, attributes = {} }: { kind?: Span['kind']; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  const outer = current.getStore();
  if (!outer) return work();
  const inner = begin(outer.env, { ...childOf(outer.span), name, kind }, outer.ended);
  Object.assign(inner.span.attributes, attributes);
  return run(inner, work);
}

/** Whether spans are recorded in the current context. */
export const isTraced = (): boolean => current.getStore() !== undefined;

/** Says more of the present span, and gives it a better name. */
export function describeSpan(attributes: Attributes, name?: string): void {
  const span = current.getStore()?.span;
  if (!span) return;
  Object.assign(span.attributes, attributes);
  if (name !== undefined) span.name = name;
}

/** The header that continues the trace in another service; none where nothing is recorded. */
export function traceHeaders(): Record<string, string> {
  const span = current.getStore()?.span;
  return span ? { traceparent: `00-${span.traceId}-${span.spanId}-01` } : {};
}

const childOf = ({ traceId, spanId }: Span) => ({ traceId, parentId: spanId });

function begin(
  env: TraceEnv,
  head: Pick<Span, 'traceId' | 'parentId' | 'name' | 'kind'>,
  ended: Span[] = [],
): Recording {
  const startedAt = Date.now();
  return {
    env,
    ended,
    span: {
      ...head,
      spanId: randomId(8),
      startedAt: startedAt,
      ended: startedAt,
      attributes: {},
      failed: false,
    },
  };
}

async function run<T>(recording: Recording, work: () => Promise<T>): Promise<T> {
  const { span, ended } = recording;
  try {
    return await current.run(recording, work);
  } catch (error) {
    // A refusal by a rule is an answer; its name is in the catalogue. Messages of other errors may quote data.
    if (isAppError(error)) span.attributes['error.type'] = error.name;
    else {
      span.failed = true;
      span.attributes['error.type'] = error instanceof Error ? error.name : 'unknown';
    }
    throw error;
  } finally {
    span.ended = Date.now();
    ended.push(span);
  }
}
