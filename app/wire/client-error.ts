import type { Envelope } from '#core/call.ts';
import type { AppError } from '#core/errors.ts';

/**
 * A failed call, as the screens see it. `message` is the server's message in the user's language, or empty if there is
 * none; then `errorText` gives the default for `kind`.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** `file`: the call succeeded, but the received file cannot be opened. */
  readonly kind: 'server' | 'session' | 'network' | 'timeout' | 'aborted' | 'request' | 'file';
  /** The wire's `code`; 0 if there was no answer. */
  readonly code: number;
  readonly requestId: string | undefined;
  /** For rejected input: each invalid field with the key of its message. */
  readonly fields: { path: string; problem: string }[];
  /** The body of the server's answer, if there was one. */
  readonly body: Envelope | undefined;

  constructor(
    kind: ClientError['kind'],
    code = 0,
    message = '',
    more: { requestId?: string | undefined; fields?: Envelope['fields'] | undefined; body?: Envelope } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.requestId = more.requestId;
    this.fields = more.fields ?? [];
    this.body = more.body;
  }
}

// detected structurally, so that not every page loads the error catalogue
const isAppError = (e: unknown): e is AppError =>
  e instanceof Error && 'params' in e && 'code' in e && /^[A-Z][A-Z0-9_]+$/.test(e.name);

export const isClientError = (e: unknown): e is ClientError => e instanceof ClientError;

/**
 * Whether a file is refused for what it is, by the codes of documents in `core/errors.ts`: the same file is refused
 * again, so trying again does not help.
 */
export const isOfTheFile = (e: unknown): boolean =>
  (isClientError(e) || isAppError(e)) && e.code >= 460_000 && e.code < 470_000;

/**
 * `errorText` preceded by what failed, such as `下载失败。`. A message of the server stands alone, as it says what failed.
 */
export function failureText(error: unknown, t: Translate, failed?: string): string {
  const why = errorText(error, t);
  if (!failed || (isClientError(error) && error.kind === 'server' && error.message)) return why;
  return (t as TranslateWith)('ui:failure.said', { failed, why });
}

// two types, because the overloads of i18next's `t` fit the first only
type Translate = (key: string) => string;
type TranslateWith = (key: string, params: Record<string, string | number>) => string;

/** The text for a failed call: the server's message, or the default of its kind ([8.1b], [8.1h], [8.2]). */
export function errorText(error: unknown, t: Translate): string {
  // Rejected on the client by a rule of core, before anything was sent: the page has loaded the namespace `error`.
  if (isAppError(error)) return (t as TranslateWith)(`error:${error.name}`, error.params);
  if (!isClientError(error)) return t('ui:failure.unknown');
  if (error.message) return error.message;
  if (error.kind === 'network')
    return t(globalThis.navigator?.onLine === false ? 'ui:failure.offline' : 'ui:failure.network');
  if (error.kind === 'timeout') return t('ui:failure.timeout');
  if (error.kind === 'request') return t('ui:failure.request');
  if (error.kind === 'file') return t('ui:failure.file');
  return t('ui:failure.server');
}
