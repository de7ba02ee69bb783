import { describeError } from './describe-error.ts';

/**
 * Logs what failed as one line of JSON: time (ISO 8601), what it happened to, request id where there is one, and what is
 * known of it. `of` names a part of the product, a provider or a number of our own, never personal data. A text as
 * `error` is logged as it is, so it must hold no value of a request either; of an error see `describeError`.
 */
export function noteFault(of: string, error: unknown, requestId = ''): void {
  const said = typeof error === 'string' ? error : describeError(error);
  console.error(JSON.stringify({ at: new Date().toISOString(), event: 'fault', of, requestId, said }));
}
