/**
 * Members of a JSON object as their original text, byte for byte: signatures cover that text, not a re-serialised
 * value. Throws if the text is not a JSON object, or if a member name is repeated.
 */
export function rawMembers(text: string): Map<string, string> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('no object');
  const members = new Map<string, string>();
  let depth = 0;
  let begin = -1;
  let name: string | undefined;
  // The text is valid JSON, so brackets outside of strings are balanced.
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"') {
      const from = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      if (depth === 1 && name === undefined) name = JSON.parse(text.slice(from, at + 1)) as string;
      continue;
    }
    if (depth === 1 && c === ':' && begin < 0) begin = at + 1;
    if (depth === 1 && (c === ',' || c === '}')) keep(at);
    if (c === '{' || c === '[') depth++;
    if (c === '}' || c === ']') depth--;
  }
  return members;

  function keep(end: number): void {
    if (name === undefined) return;
    if (members.has(name)) throw new Error('a member stands twice');
    members.set(name, text.slice(begin, end).trim());
    name = undefined;
    begin = -1;
  }
}
