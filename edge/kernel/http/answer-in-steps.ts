import { utf8 } from '#core/bytes.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { answerError, HEADERS } from './answer.ts';

/**
 * An answer that begins at once: a line `{"step": name}` for each step as it begins, then the envelope as the last line.
 * The deed goes on to its end when the reader goes away.
 */
export function answerInSteps(
  context: Context,
  run: (tell: SignedInContext['tell']) => Promise<Response>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // Not waited for: the deed does not depend on whether anybody reads.
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
