import type { Env } from './env.ts';

/** OpenTelemetry's kinds of spans. */
export const KIND = { internal: 1, server: 2, client: 3 } as const;

/** Values of attributes are names and numbers of our own: no address, text, statement or other data of people. */
export type Attributes = Record<string, string | number | boolean>;

export type Span = {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: (typeof KIND)[keyof typeof KIND];
  /** Epoch ms. */
  startedAt: number;
  ended: number;
  attributes: Attributes;
  failed: boolean;
};

export type TraceEnv = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;
