import { utf8 } from '#core/bytes.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { answerError, HEADERS } from './answer.ts';

/**
 * A streamed response: one line `{"step": name}` as each step begins, then the envelope as the last line. The work
 * continues if the client disconnects.
 */
export function answerInSteps(
  context: Context,
  run: (tell: SignedInContext['tell']) => Promise<Response>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // Not awaited: the work must not depend on whether the client reads.
  const write = (line: string) => void writer.write(utf8(`${line}\n`)).catch(() => undefined);
  const work = async () => {
    const response = await run((step) => write(JSON.stringify({ step }))).catch((error: unknown) =>
      answerError(error, context.language, context.requestId),
    );
    write(await response.text());
    await writer.close().catch(() => undefined);
  };
  context.defer(work());
  return new Response(readable, { headers: { ...HEADERS, 'Content-Type': 'application/x-ndjson' } });
}
