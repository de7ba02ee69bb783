import type { z } from 'zod';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';

/** A service outside. */
export interface Provider {
  /** What messages call it: "face service". */
  name: string;
  url: string;
  /** The `Authorization` header. */
  authorization?: string | undefined;
  /**
   * Makes the error of a question that failed. The words hold neither address, key, question nor answer: those are
   * secret or personal. Without it UNAVAILABLE, and the words go to the log.
   */
  failure?: (words: string) => Error;
}

/** What one asks of it: a POST where there is something to send, else a GET. */
export interface Question {
  /** Below the provider's address, with a slash before it. */
  path?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  /** Sent as it is; `headers` names its type. */
  bytes?: Bytes;
  /** The answer's longest body in bytes: 64 KiB if left out. At 0 no body is read, however long, and only the status counts. */
  most?: number;
  /** For question and answer together: 10 s if left out. */
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
 * Asks a provider and reads its answer whole, of whatever status. A redirect is an answer and is not followed. Throws the
 * provider's failure where nothing comes within ten seconds, or more than is taken.
 */
export async function askProvider(provider: Provider, question: Question): Promise<Answer> {
  const { path = '', headers, json, bytes, most = MOST_BYTES, waitMs = WAIT_MS } = question;
  const sent = json ? utf8(JSON.stringify(json)) : bytes;
  try {
    const response = await fetch(path ? provider.url.replace(/\/+$/, '') + path : provider.url, {
      method: sent ? 'POST' : 'GET',
      headers: {
        ...(provider.authorization ? { Authorization: provider.authorization } : {}),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
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
    throw failed(provider, `did not answer (${error instanceof Error ? error.name : 'unknown'})`);
  }
  throw failed(provider, 'answered more than is taken');
}

/** As `askProvider`, for an answer of status 2xx. Throws the provider's failure for any other, naming only the status. */
export async function askForSuccess(provider: Provider, question: Question): Promise<Answer> {
  const answer = await askProvider(provider, question);
  if (answer.status < 200 || answer.status > 299) throw failed(provider, `answered ${answer.status}`);
  return answer;
}

/** As `askForSuccess`, for an answer in JSON. Throws the provider's failure where it does not fit the schema. */
export async function askForJson<S extends z.ZodType>(
  provider: Provider,
  question: Question,
  schema: S,
): Promise<z.output<S>> {
  return readJson(provider, await askForSuccess(provider, question), schema);
}

/** An answer's JSON. Throws the provider's failure where it does not fit the schema. */
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

/** The error of a provider that did what it should not. */
export function failed({ name, failure }: Provider, words: string): Error {
  if (failure) return failure(`the ${name} ${words}`);
  console.error(`the ${name} ${words}`);
  return new AppError('UNAVAILABLE');
}
