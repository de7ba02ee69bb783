import type { AnyCall, Envelope } from '#core/call.ts';
import { ClientError } from './client-error.ts';
import { takeEarly } from './early.ts';

/** Default prefix of all API paths ([7.1a]); callers may override it ([7.1b]). */
export const BASE = '/ecapi';
/** Timeout of a request, ms ([9.21]). */
export const TIMEOUT_MS = 1_000_000;
/** Success codes on the wire; 100000 is the legacy form of 200 ([8.1a]). */
const SUCCESS = new Set([200, 100_000]);

const STEPS = 'application/x-ndjson';

export type Download = { name: string; blob: Blob };
export type Progress = (sentBytes: number, totalBytes: number) => void;
export type SendOptions = {
  headers: Record<string, string>;
  /** Replaces `BASE`; without a trailing slash ([7.1b]). */
  base?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Progress | undefined;
  /** Called at each step of a long call, as the server begins it. */
  onStep?: ((step: string) => void) | undefined;
  now: () => number;
};

type Values = Record<string, unknown>;
type BuiltRequest = ReturnType<typeof buildRequest>['init'];
type Answer = {
  status: number;
  headers: Headers;
  body?: ReadableStream<Uint8Array> | null;
  blob: () => Promise<Blob>;
  text: () => Promise<string>;
};

/** Makes one request for `call` and reads its envelope or file. Throws only ClientError. */
export async function send(call: AnyCall, input: unknown, options: SendOptions): Promise<unknown> {
  const { url, init } = buildRequest(call, (input ?? {}) as Values, options);
  const answer = await transport(url, init, options);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (call.answer === 'file' && answer.status === 200 && !isJson)
    return {
      name: fileName(answer.headers.get('content-disposition')),
      blob: await answer.blob(),
    } satisfies Download;
  if (options.onStep && answer.body && answer.headers.get('content-type') === STEPS)
    return readEnvelope(answer, await readSteps(answer.body, options.onStep));
  return readEnvelope(answer, await answer.text());
}

/** Reports each step as its line arrives; the last line is the envelope. A truncated answer is a network failure. */
async function readSteps(body: ReadableStream<Uint8Array>, onStep: (step: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { step } = JSON.parse(line) as { step?: string };
        if (step === undefined) return line;
        onStep(step);
      }
    }
  } catch {
    throw new ClientError('network');
  }
  throw new ClientError('network');
}

/** URL and body of the request: input fills the path first, then query, form or body, depending on the call. */
export function buildRequest(
  call: AnyCall,
  input: Values,
  options: Pick<SendOptions, 'headers' | 'base' | 'now'>,
) {
  const rest = { ...input };
  const path = call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ''));
  });
  const headers: Record<string, string> = { ...options.headers };
  let body: BodyInit | undefined;
  let query: URLSearchParams | undefined;
  if (call.body === 'query') query = toParams(rest);
  else if (call.body === 'form') body = toParams(rest);
  else if (call.body === 'multipart') body = toFormData(rest);
  else if (call.body === 'bytes') {
    body = rest.body as BodyInit;
    delete rest.body;
    query = toParams(rest);
    headers['Content-Type'] ??= 'application/octet-stream';
  } else {
    body = JSON.stringify(rest);
    headers['Content-Type'] = 'application/json';
  }
  if (call.method === 'GET') {
    query ??= new URLSearchParams();
    query.set('time', String(options.now()));
  }
  const search = query?.toString();
  return {
    url: `${options.base ?? BASE}${path}${search ? `?${search}` : ''}`,
    init: { method: call.method, headers, ...(body === undefined ? {} : { body }) } satisfies RequestInit,
  };
}

function toParams(values: Values): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const one of value) params.append(key, String(one));
    else params.set(key, String(value));
  }
  return params;
}

function toFormData(values: Values): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value])
      form.append(
        key,
        one instanceof Blob ? one : typeof one === 'object' ? JSON.stringify(one) : String(one),
      );
  }
  return form;
}

function readEnvelope(answer: Answer, text: string): unknown {
  let envelope: Partial<Envelope>;
  try {
    envelope = JSON.parse(text) as Partial<Envelope>;
  } catch {
    throw new ClientError('server', answer.status);
  }
  const code = envelope.code ?? answer.status;
  if (SUCCESS.has(code)) return envelope.data;
  const { message = '', requestId, fields } = envelope;
  const body: Envelope = { ...envelope, code, message, data: null };
  throw new ClientError('server', code, message, { requestId, fields, body });
}

/** The file name of a content-disposition header (RFC 6266: `filename*` first), without any folder ([7.1d]). */
export function fileName(disposition: string | null): string {
  const extended = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(disposition ?? '');
  let name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim() ?? '';
  try {
    name = decodeURIComponent(extended ?? name);
  } catch {
    // invalid percent-encoding: keep the name as it is
  }
  return name.split(/[/\\]/).at(-1) || 'download';
}

async function transport(url: string, init: BuiltRequest, options: SendOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    if (options.onProgress) return await sendWithProgress(url, init, signal, options.onProgress);
    const early = await takeEarly(url, init);
    signal.throwIfAborted();
    return early ?? (await fetch(url, { ...init, signal, credentials: 'same-origin' }));
  } catch {
    if (options.signal?.aborted) throw new ClientError('aborted');
    if (timeout.aborted) throw new ClientError('timeout');
    throw new ClientError('network');
  }
}

/** XMLHttpRequest, because fetch cannot report how much of a body has been sent. */
function sendWithProgress(url: string, init: BuiltRequest, signal: AbortSignal, onProgress: Progress) {
  return new Promise<Answer>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    xhr.open(init.method, url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries(init.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (e) => onProgress(e.loaded, e.total);
    xhr.onerror = () => reject(new TypeError('network'));
    xhr.onabort = () => reject(signal.reason);
    xhr.onload = () => {
      const headers = new Headers();
      for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
        const at = line.indexOf(':');
        if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
      }
      const blob = xhr.response as Blob;
      resolve({ status: xhr.status, headers, blob: async () => blob, text: () => blob.text() });
    };
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(init.body as XMLHttpRequestBodyInit);
  });
}
