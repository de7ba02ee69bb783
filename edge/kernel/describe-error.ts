/**
 * Formats an error and its causes for the log: messages and the top of the stack. Omits query parameters, which may be
 * personal data or digests of codes: drizzle includes them in the message, and the stack repeats the message.
 */
export function describeError(error: unknown): string {
  const lines: string[] = [];
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    lines.push(e.message.replace(/\nparams:[\s\S]*/, ''), ...(lines.length === 0 ? framesOf(e) : []));
  return lines.join('\n') || 'unknown error';
}

/** The first five stack frames, without the message. */
function framesOf({ message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split('\n')
    .slice(1, 6);
}
