import type { Envelope } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import type { Language } from '#core/locales/languages.ts';
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
  const name = encodeURIComponent(file.fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const headers: Record<string, string> = {
    ...HEADERS,
    'Content-Type': file.contentType,
    'Content-Length': String(file.length),
    'Content-Disposition': `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
  };
  if (file.etag) headers.ETag = `"${file.etag}"`;
  return new Response(file.body, { headers });
}

/** An error as the envelope: the catalogue's code and text; anything unknown is INTERNAL with the request's id only. */
export function answerError(error: unknown, language: Language, requestId: string): Response {
  const known = isAppError(error) ? error : new AppError('INTERNAL');
  if (!isAppError(error)) console.error(`request ${requestId}:`, describe(error));
  const envelope: Envelope = {
    code: known.code,
    message: errorText(known, language),
    data: null,
    requestId,
    ...(error instanceof InputRefused ? { fields: error.fields } : {}),
    ...(known.field ? { fields: [{ path: known.field, problem: known.name }] } : {}),
  };
  return Response.json(envelope, { status: 200, headers: HEADERS });
}

/** The error and its causes without values of the query, which may be personal data. */
function describe(error: unknown): string {
  const lines: string[] = [];
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    lines.push(
      e.message.replace(/\nparams:[\s\S]*/, ''),
      ...(lines.length === 0 ? [e.stack?.split('\n').slice(1, 6).join('\n') ?? ''] : []),
    );
  return lines.join('\n') || 'unknown error';
}
