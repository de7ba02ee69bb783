/**
 * An error and its causes for a log: their messages, and where the first was thrown. Without the values of a query, which
 * may be personal data or digests of codes: drizzle puts them into the message, and a stack begins with its message.
 */
export function describeError(error: unknown): string {
  const lines: string[] = [];
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    lines.push(e.message.replace(/\nparams:[\s\S]*/, ''), ...(lines.length === 0 ? framesOf(e) : []));
  return lines.join('\n') || 'unknown error';
}

/** What stands behind the message in the stack, five lines of it. */
function framesOf({ message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split('\n')
    .slice(1, 6);
}
