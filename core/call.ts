import type { z } from 'zod';

/**
 * Who may make a call, and the sentence that says it to people (docs/permissions.md). `actor`: anyone (no session), session (any signed-in person), person (acting as oneself),
 * enterprise (acting for an enterprise), platform (platform administrator, as oneself), internal (the product's own
 * processes). `roles`: where given, whoever acts for an enterprise must hold one of them; its administrator always does.
 * Calls that let somebody do one thing share one value: it is one row of that page.
 */
export interface Access {
  actor: 'anyone' | 'session' | 'person' | 'enterprise' | 'platform' | 'internal';
  roles?: readonly Role[];
  /**
   * Whether it may be made in a session that a customer's system opened by single sign-on, which stands for one enterprise
   * and not for what is the person's own. Left out: calls of an enterprise may, every other call of somebody signed in may
   * not. A call that says yes tells and changes nothing of the person's own in such a session.
   */
  sso?: boolean;
  /** The scope that an API key of the enterprise needs for it; left out, no key may make the call. */
  keys?: KeyScope;
  /** What it lets somebody do, as one would say it: "May …". */
  may: string;
  /** What the procedure asks beyond actor and roles: whose seal, whose turn. */
  also?: string;
}

/**
 * What an API key may be for: reading tasks and files, sending tasks, signing with automatic seals, managing templates.
 * No call asks for `sign` until automatic signing is part of the product.
 */
export const KEY_SCOPES = ['read', 'send', 'sign', 'manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whether a call may be made in a session of single sign-on. */
export const isOpenToSso = ({ actor, sso }: Access): boolean =>
  sso ?? (actor === 'anyone' || actor === 'enterprise');

/** Roles of a member in an enterprise ([6.1]); PLATFORM_ADMIN stands outside of any enterprise. */
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

/** One call of /ecapi: the edge implements it, the app makes it, the tests walk it, the OpenAPI document shows it. */
export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  V extends boolean = boolean,
> {
  /** Dotted name, `domain.verbNoun`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Below /ecapi, with `:name` for parts of the path that come from the input. */
  path: string;
  /** How the input travels: query for GET; json by default otherwise; `bytes` sends `body` raw and the rest as query. */
  body: 'query' | 'json' | 'form' | 'multipart' | 'bytes';
  /** `json` is the envelope { code, message, data }; `file` is a download named by content-disposition ([7.1d]). */
  answer: 'json' | 'file';
  access: Access;
  input: I;
  output: O;
  /** One line for the API reference. */
  summary: string;
  /** Whether the same request sent twice must have one effect, by its `requestId` header. */
  once: boolean;
  /** Whether it judges what stands in a form: the screen gets the body of a refusal instead of a rejection ([8.1g]). */
  validates: V;
  /**
   * What is out of date once the call has succeeded: domains (`task`) or calls (`seal.listTemplates`), whose cached answers
   * are then asked for again. Its own domain, unless it says otherwise; nothing for GET.
   */
  changes: readonly string[];
  /** Whether each answer is written to an audit log, so that no screen asks again unless a person looks again. */
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
  Partial<Pick<Call<I, O, V>, 'body' | 'answer' | 'once' | 'validates' | 'changes' | 'audited'>>;

/** Defines a call; the edge refuses to start with two of the same id, or of the same method and path. */
export function defineCall<I extends z.ZodType, O extends z.ZodType, V extends boolean = false>(
  options: CallOptions<I, O, V>,
): Call<I, O, V> {
  return {
    ...options,
    body: options.body ?? (options.method === 'GET' ? 'query' : 'json'),
    answer: options.answer ?? 'json',
    once: options.once ?? false,
    validates: options.validates ?? (false as V),
    changes:
      options.changes ?? (options.method === 'GET' ? [] : [options.id.slice(0, options.id.indexOf('.'))]),
    audited: options.audited ?? false,
  };
}

/** The envelope of every answer ([8.1]). `requestId` only on errors. */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  requestId?: string;
  /** For refused input: the wrong fields with an error name each. */
  fields?: { path: string; problem: string }[];
}
