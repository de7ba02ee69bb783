import { noteFault } from './note-fault.ts';
import type { Attributes, Span, TraceEnv } from './span.ts';

const WITHIN_MS = 5_000;

/** Sends spans by OTLP over HTTP as JSON (OpenTelemetry Protocol 1.x). A collector that is away costs a line in the log. */
export async function exportSpans(env: TraceEnv, spans: readonly Span[]): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT = '', OTEL_EXPORTER_OTLP_HEADERS = '' } = env;
  try {
    const answer = await fetch(`${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headersFrom(OTEL_EXPORTER_OTLP_HEADERS) },
      body: JSON.stringify(exportOf(env, spans)),
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) noteFault('traces', `the collector answered ${answer.status}`);
  } catch (error) {
    noteFault('traces', `the collector did not answer (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

/** `name=value,name=value`, with values as in a URL, as OpenTelemetry defines its variable. */
export const headersFrom = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
    }),
  );

export const exportOf = ({ OTEL_SERVICE_NAME }: TraceEnv, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': OTEL_SERVICE_NAME || 'signet' }) },
      scopeSpans: [{ scope: { name: 'signet' }, spans: spans.map(spanOf) }],
    },
  ],
});

const ERROR = 2;
const nanoseconds = (ms: number): string => `${ms}000000`;

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId ? { parentSpanId: span.parentId } : {}),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.ended),
  attributes: attributesOf(span.attributes),
  status: span.failed ? { code: ERROR } : {},
});

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: typedValue(value) }));

function typedValue(value: Attributes[string]) {
  if (typeof value === 'boolean') return { boolValue: value };
  // 64-bit integers are texts in the JSON of protocol buffers.
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
  return { stringValue: value };
}
