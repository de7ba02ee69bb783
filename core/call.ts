import type { z } from 'zod';

/**
 * Who may make a call, and its description for people (docs/permissions.md). `actor`: anyone (no session), session (any
 * signed-in person), person (acting as oneself), enterprise (acting for an enterprise), platform (platform
 * administrator, as oneself), internal (the product's own processes). `roles`: if given, members acting for an
 * enterprise need one of them; its administrator is always allowed. Calls for the same permission share one value: it
 * is one row of that page.
 */
export interface Access {
  actor: 'anyone' | 'session' | 'person' | 'enterprise' | 'platform' | 'internal';
  roles?: readonly Role[];
  /**
   * Whether the call is allowed in a single sign-on session opened by a customer's system, which represents one
   * enterprise and not the person. By default allowed for enterprise calls and denied for all others that require a
   * session. An allowed call must not reveal or change personal data of the person in such a session.
   */
  sso?: boolean;
  /** The scope that an enterprise's API key needs for it; omitted: not available to keys. */
  keys?: KeyScope;
  /** The permission in words: "May …". */
  may: string;
  /** What the procedure checks beyond actor and roles: whose seal, whose turn. */
  also?: string;
}

/**
 * Scopes of API keys: reading tasks and files, sending tasks, signing automatically within an
 * opening (chosen for a task that is sent), managing templates.
 */
export const KEY_SCOPES = ['read', 'send', 'sign', 'manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whether a call is allowed in a single sign-on session. */
export const isOpenToSso = ({ actor, sso }: Access): boolean =>
  sso ?? (actor === 'anyone' || actor === 'enterprise');

/** Roles of a member in an enterprise ([6.1]); PLATFORM_ADMIN is independent of any enterprise. */
export const ROLES = [
  'ENT_ADMIN',
  'BUSINESS_ADMIN',
  'SEAL_ADMIN',
  'SEAL_OPERATOR',
  'SIGN_OPERATOR',
  'APPROVER',
  'HR',
  'EMPLOYEE',
  'LEGAL_REPRESENTATIVE',
  'AUTHORIZER',
] as const;
export type Role = (typeof ROLES)[number];

/**
 * One call of /ecapi: implemented by the edge, made by the app, iterated by tests, documented in the OpenAPI document.
 */
export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  V extends boolean = boolean,
> {
  /** Dotted name, `domain.verbNoun`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Below /ecapi, with `:name` for path parameters taken from the input. */
  path: string;
  /**
   * Encoding of the input: query for GET; json by default otherwise; `bytes` sends `body` raw and the rest as query.
   */
  body: 'query' | 'json' | 'form' | 'multipart' | 'bytes';
  /** `json` is the envelope { code, message, data }; `file` is a download named by content-disposition ([7.1d]). */
  answer: 'json' | 'file';
  access: Access;
  input: I;
  output: O;
  /** One line for the API reference. */
  summary: string;
  /** Whether the call is idempotent by its `requestId` header. */
  once: boolean;
  /** Whether it tells its steps to callers that read a streamed response, as each call that is `once` may. */
  steps: boolean;
  /** Whether it validates form input: the screen receives the body of an error instead of a rejection ([8.1g]). */
  validates: V;
  /**
   * Queries that are stale after the call succeeded: domains (`task`) or calls (`seal.listTemplates`), whose cached
   * responses are then refetched. Defaults to its own domain; nothing for GET.
   */
  changes: readonly string[];
  /** Whether each response is written to an audit log, so that screens refetch only if a person looks again. */
  audited: boolean;
}

export type AnyCall = Call;
export type InputOf<C extends Call> = z.input<C['input']>;
export type ParsedInputOf<C extends Call> = z.output<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;

type CallOptions<I extends z.ZodType, O extends z.ZodType, V extends boolean> = Pick<
  Call<I, O, V>,
  'id' | 'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<Pick<Call<I, O, V>, 'body' | 'answer' | 'once' | 'steps' | 'validates' | 'changes' | 'audited'>>;

/** Defines a call; the edge refuses to start with duplicate ids, or duplicate methods and paths. */
export function defineCall<I extends z.ZodType, O extends z.ZodType, V extends boolean = false>(
  options: CallOptions<I, O, V>,
): Call<I, O, V> {
  return {
    ...options,
    body: options.body ?? (options.method === 'GET' ? 'query' : 'json'),
    answer: options.answer ?? 'json',
    once: options.once ?? false,
    steps: options.steps ?? options.once ?? false,
    validates: options.validates ?? (false as V),
    changes:
      options.changes ?? (options.method === 'GET' ? [] : [options.id.slice(0, options.id.indexOf('.'))]),
    audited: options.audited ?? false,
  };
}

/** The envelope of every response ([8.1]). `requestId` only on errors. */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  requestId?: string;
  /** For rejected input: each invalid field with the name of its problem. */
  fields?: { path: string; problem: string }[];
}
