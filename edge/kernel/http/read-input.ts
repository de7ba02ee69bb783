import type { z } from 'zod';
import type { Bytes } from '#core/bytes.ts';
import type { AnyCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import { hiddenIn } from '#core/validate/hidden-characters.ts';
import { readBounded } from './read-bounded.ts';

const TEXT_BYTES = 2 * 1024 * 1024;
/** Maximum form size: a picture of 5 MB ([5.10b]) plus the multipart overhead. */
const FORM_BYTES = 6 * 1024 * 1024;
const BODY_BYTES = {
  bytes: LIMITS.fileBytes,
  multipart: FORM_BYTES,
  form: TEXT_BYTES,
  json: TEXT_BYTES,
  query: TEXT_BYTES,
};

/** Fields at fault that an answer names; a body has room for hundreds of thousands. */
const MOST_FIELDS = 500;

/** Invalid input with the fields at fault, for the envelope; `code` where more can be said of it than that. */
export class InputRefused extends AppError {
  readonly fields: { path: string; problem: string }[];
  constructor(fields: { path: string; problem: string }[], code: ErrorName = 'INPUT_INVALID') {
    super(code);
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
  const parsed = parse(call, raw);
  if (parsed.success) {
    const hidden = hiddenIn(call.input, parsed.data);
    if (hidden.length === 0) return parsed.data;
    throw new InputRefused(hidden.map((path) => ({ path, problem: 'hiddenCharacters' })));
  }
  throw new InputRefused(
    parsed.error.issues
      .slice(0, MOST_FIELDS)
      .map((issue) => ({ path: issue.path.join('.'), problem: problemOf(issue) })),
  );
}

function parse(call: AnyCall, raw: unknown) {
  try {
    return call.input.safeParse(raw);
  } catch (error) {
    // So many mistakes, or so deep, that zod has no room for them.
    throw error instanceof RangeError ? notReadable() : error;
  }
}

const problemOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.problem === 'string' ? issue.params.problem : issue.code;

async function readRaw(call: AnyCall, request: Request): Promise<Record<string, unknown>> {
  const limit = BODY_BYTES[call.body];
  if (Number(request.headers.get('content-length') ?? 0) > limit)
    throw new AppError(call.body === 'bytes' ? 'DOCUMENT_TOO_LARGE' : 'TOO_LARGE', { max: limit / 1048576 });
  const query = () => fromPairs(new URL(request.url).searchParams);
  switch (call.body) {
    case 'query':
    case 'bytes':
      return query();
    case 'multipart':
      return fromPairs(await boundedForm(request, limit));
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

const notReadable = () => new InputRefused([{ path: '', problem: 'not_readable' }]);

function refuse(): never {
  throw notReadable();
}

/** No list of any call takes more entries. */
const MOST_ENTRIES = 20_000;
/** Texts and numbers of a list or record of so many entries weigh nothing: pairs, commands of a path, fields. */
const SHORT = 16;
/**
 * What the entries of all lists and long records of a body may weigh: 25,000 objects, 20,000 texts and numbers, or 240,000
 * lists, such as commands of a path; more than the largest template or drawing has. A body has room for a million of them,
 * and each may be a mistake, which zod names one by one: that takes seconds, in which a Worker answers nobody.
 */
const MOST_WEIGHT = 1_200_000;
const WEIGHTS = { object: 48, list: 5, plain: 60 };
/** Names that reach prototypes. */
const OF_PROTOTYPES = ['__proto__', 'constructor', 'prototype'];

// Without a reviver of JSON.parse, which takes ten times as long.
function safeJson(text: string): unknown {
  try {
    return madeSafe(JSON.parse(text), { weight: 0 });
  } catch (error) {
    throw error instanceof InputRefused ? error : notReadable();
  }
}

/**
 * Drops keys that could pollute a prototype, in place. Replaces lone surrogates by U+FFFD, as the database would: what is
 * hashed, signed and sent must equal what is stored. Throws InputRefused where there is more than any call takes.
 */
function madeSafe(value: unknown, sum: { weight: number }): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) throw tooMany();
    const isLong = value.length > SHORT;
    for (let i = 0; i < value.length; i++) {
      weigh(value[i], isLong, sum);
      value[i] = madeSafe(value[i], sum);
    }
    return value;
  }
  const own = value as Record<string, unknown>;
  for (const key of OF_PROTOTYPES) if (Object.hasOwn(own, key)) delete own[key];
  const keys = Object.keys(own);
  for (const key of keys) {
    if (keys.length > SHORT) weigh(own[key], true, sum);
    own[key] = madeSafe(own[key], sum);
  }
  return own;
}

const tooMany = () => new InputRefused([{ path: '', problem: 'too_big' }]);

function weigh(entry: unknown, isLong: boolean, sum: { weight: number }): void {
  if (Array.isArray(entry)) sum.weight += WEIGHTS.list;
  else if (typeof entry === 'object' && entry !== null) sum.weight += WEIGHTS.object;
  else if (isLong) sum.weight += WEIGHTS.plain;
  if (sum.weight > MOST_WEIGHT) throw tooMany();
}

async function boundedText(request: Request, limit: number): Promise<string> {
  const bytes = await readWithin(request, limit, notReadable());
  return new TextDecoder().decode(bytes);
}

async function boundedForm(request: Request, limit: number): Promise<Iterable<[string, unknown]>> {
  const body = await readWithin(request, limit, notReadable());
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  return (await new Response(body, { headers }).formData().catch(refuse)) as unknown as Iterable<
    [string, unknown]
  >;
}

/** Reads the body up to `limit` bytes. Throws TOO_LARGE, or `brokenOff` if the body is truncated. */
export async function readWithin(
  request: Request,
  limit: number,
  brokenOff = new AppError('DIGEST_DIFFERS'),
): Promise<Bytes> {
  const bytes = await readBounded(request, limit).catch(() => {
    throw brokenOff;
  });
  if (!bytes) throw new AppError('TOO_LARGE', { max: Math.floor(limit / 1048576) });
  return bytes;
}

function fromPairs(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
  const raw = new Map<string, unknown>();
  for (const [key, value] of pairs) {
    const known = raw.get(key);
    if (known === undefined) raw.set(key, value);
    else if (Array.isArray(known)) known.push(value);
    else raw.set(key, [known, value]);
  }
  raw.delete('__proto__');
  return Object.fromEntries(raw);
}
