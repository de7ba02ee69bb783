import type { z } from 'zod';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { KIND } from '#edge/kernel/span.ts';
import { traced, traceHeaders } from '#edge/kernel/trace.ts';

/** An external service. */
export interface Provider {
  /** Name in messages, such as "face service". */
  name: string;
  url: string;
  /** The `Authorization` header. */
  authorization?: string | undefined;
  /**
   * Creates the error of a failed request. The message contains neither address, key, request nor response, which are
   * secret or personal. `cause` is set if the connection failed. Default: UNAVAILABLE, and the message is logged.
   */
  failure?: (reason: string, cause?: 'unreachable') => Error;
}

/** A request: POST if it has a body, else GET. */
export interface Question {
  /** Path below the provider's address, with a leading slash. */
  path?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  /** Raw body; `headers` must contain its type. */
  bytes?: Bytes;
  /** Maximum response size in bytes, 64 KiB by default. With 0 the body is not read and only the status counts. */
  most?: number;
  /** Timeout of request and response together, 10 s by default. */
  waitMs?: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Bytes;
}

const WAIT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

export const bearer = (key: string | undefined): string => `Bearer ${key ?? ''}`;

/**
 * Sends a request and reads the complete response of any status. Redirects are not followed. Throws the provider's error
 * on a timeout or an oversized response.
 */
export const askProvider = (provider: Provider, question: Question): Promise<Answer> =>
  traced(`provider ${provider.name}`, { kind: KIND.client }, () => ask(provider, question));

async function ask(provider: Provider, question: Question): Promise<Answer> {
  const { path = '', headers, json, bytes, most = MOST_BYTES, waitMs = WAIT_MS } = question;
  const sent = json ? utf8(JSON.stringify(json)) : bytes;
  try {
    const response = await fetch(path ? provider.url.replace(/\/+$/, '') + path : provider.url, {
      method: sent ? 'POST' : 'GET',
      headers: {
        ...(provider.authorization ? { Authorization: provider.authorization } : {}),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
        ...traceHeaders(),
        ...headers,
      },
      ...(sent ? { body: sent } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMs),
    });
    const body = most > 0 ? await readBounded(response, most) : new Uint8Array(0);
    if (most === 0 || !body) await response.body?.cancel();
    if (body) return { status: response.status, headers: response.headers, body };
  } catch (error) {
    const why = error instanceof Error ? error.name : 'unknown';
    throw failed(provider, `did not answer (${why})`, why === 'TimeoutError' ? undefined : 'unreachable');
  }
  throw failed(provider, 'answered more than is taken');
}

/** Like `askProvider`, but throws the provider's error, naming only the status, unless the status is 2xx. */
export async function askForSuccess(provider: Provider, question: Question): Promise<Answer> {
  const answer = await askProvider(provider, question);
  if (answer.status < 200 || answer.status > 299) throw failed(provider, `answered ${answer.status}`);
  return answer;
}

/** Like `askForSuccess`, for a JSON response. Throws the provider's error if it does not match the schema. */
export async function askForJson<S extends z.ZodType>(
  provider: Provider,
  question: Question,
  schema: S,
): Promise<z.output<S>> {
  return readJson(provider, await askForSuccess(provider, question), schema);
}

/** Parses a JSON response. Throws the provider's error if it does not match the schema. */
export function readJson<S extends z.ZodType>(provider: Provider, answer: Answer, schema: S): z.output<S> {
  const parsed = schema.safeParse(parsedJson(answer.body));
  if (parsed.success) return parsed.data;
  throw failed(provider, 'answered what it may not');
}

function parsedJson(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The error of a provider that violated its protocol. */
export function failed({ name, failure }: Provider, reason: string, cause?: 'unreachable'): Error {
  if (failure) return failure(`the ${name} ${reason}`, cause);
  noteFault(`the ${name}`, reason);
  return new AppError('UNAVAILABLE');
}
