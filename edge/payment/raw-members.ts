/**
 * The members of a JSON object as they stand in its text, byte for byte: a signature over one of them is not over what a
 * parser would write again. Throws where the text is no JSON object, or names a member twice.
 */
export function rawMembers(text: string): Map<string, string> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('no object');
  const members = new Map<string, string>();
  let depth = 0;
  let begin = -1;
  let name: string | undefined;
  // The text is JSON, so brackets outside of strings pair up.
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
