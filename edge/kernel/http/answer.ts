import type { Envelope } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { plainFileName } from '#core/file-name.ts';
import { errorText } from '#core/locales/error-text.ts';
import type { Language } from '#core/locales/languages.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { isDatabaseAway } from '#edge/kernel/storage/database.ts';
import type { FileAnswer } from './implement.ts';
import { InputRefused } from './read-input.ts';

export const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export function answerData(data: unknown): Response {
  const envelope: Envelope = { code: 200, message: '', data: data ?? null };
  return Response.json(envelope, { headers: HEADERS });
}

export function answerFile(file: FileAnswer): Response {
  const headers: Record<string, string> = {
    ...HEADERS,
    'Content-Type': file.contentType,
    'Content-Length': String(file.length),
    'Content-Disposition': `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${headerText(plainFileName(file.fileName))}`,
  };
  if (file.etag) headers.ETag = `"${file.etag}"`;
  return new Response(file.body, { headers });
}

/** RFC 8187, 3.2.1. */
const headerText = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Seconds after which a call that met a database that is away may be made again. */
const AWAY_S = '2';

/**
 * Converts an error to the envelope: code and text of the catalogue; unknown errors become INTERNAL with the request id
 * only. A database that does not answer is 503 with Retry-After, as a lost Worker is (scripts/product/balance.ts).
 */
export function answerError(error: unknown, language: Language, requestId: string): Response {
  const away = isDatabaseAway(error);
  const known = isAppError(error) ? error : new AppError(away ? 'UNAVAILABLE' : 'INTERNAL');
  if (!isAppError(error)) noteFault('request', error, requestId);
  const envelope: Envelope = {
    code: known.code,
    message: errorText(known, language),
    data: null,
    requestId,
    ...(error instanceof InputRefused ? { fields: error.fields } : {}),
    ...(known.field ? { fields: [{ path: known.field, problem: known.name }] } : {}),
  };
  return away
    ? Response.json(envelope, { status: 503, headers: { ...HEADERS, 'Retry-After': AWAY_S } })
    : Response.json(envelope, { status: 200, headers: HEADERS });
}
