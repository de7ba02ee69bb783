import type { z } from 'zod';
import type { AnyCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';

const TEXT_BYTES = 2 * 1024 * 1024;

/** Refused input with the fields at fault, for the envelope. */
export class InputRefused extends AppError {
  readonly fields: { path: string; problem: string }[];
  constructor(fields: { path: string; problem: string }[]) {
    super('INPUT_INVALID');
    this.fields = fields;
  }
}

/** The call's input from path, query and body, parsed by its schema. Throws InputRefused, TOO_LARGE. */
export async function readInput(
  call: AnyCall,
  request: Request,
  pathParams: Record<string, string>,
): Promise<unknown> {
  const raw = { ...(await readRaw(call, request)), ...pathParams };
  const parsed = call.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new InputRefused(
    parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), problem: problemOf(issue) })),
  );
}

const problemOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.problem === 'string' ? issue.params.problem : issue.code;

async function readRaw(call: AnyCall, request: Request): Promise<Record<string, unknown>> {
  const limit = call.body === 'bytes' ? LIMITS.fileBytes : TEXT_BYTES;
  if (Number(request.headers.get('content-length') ?? 0) > limit)
    throw new AppError(call.body === 'bytes' ? 'DOCUMENT_TOO_LARGE' : 'TOO_LARGE', { max: limit / 1048576 });
  const query = () => fromPairs(new URL(request.url).searchParams);
  switch (call.body) {
    case 'query':
    case 'bytes':
      return query();
    case 'multipart':
      return fromPairs(await request.formData().catch(refuse));
    case 'form':
      return fromPairs(new URLSearchParams(await boundedText(request, limit)));
    case 'json': {
      const text = await boundedText(request, limit);
      if (text === '') return {};
      const value: unknown = safeJson(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse();
      return value as Record<string, unknown>;
    }
  }
}

function refuse(): never {
  throw new InputRefused([{ path: '', problem: 'not_readable' }]);
}

// Keys that could reach an object's prototype are dropped before anything is built from them.
function safeJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return undefined;
      return value;
    });
  } catch {
    return refuse();
  }
}

async function boundedText(request: Request, limit: number): Promise<string> {
  const bytes = await readBounded(request, limit);
  return new TextDecoder().decode(bytes);
}

/** The body, refused as soon as it passes `limit` bytes. */
export async function readBounded(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.body) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > limit) throw new AppError('TOO_LARGE', { max: Math.floor(limit / 1048576) });
    parts.push(part);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function fromPairs(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    if (key === '__proto__') continue;
    const known = raw[key];
    if (known === undefined) raw[key] = value;
    else if (Array.isArray(known)) known.push(value);
    else raw[key] = [known, value];
  }
  return raw;
}
