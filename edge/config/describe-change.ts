const LONGEST = 60;

/** What differs between two settings, as `name: old → new`, for the audit log. Pictures are told by their size. */
export function describeChange(before: unknown, after: unknown): string {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => old[name] !== now[name])
    .map((name) => `${name}: ${old[name] ?? '–'} → ${now[name] ?? '–'}`)
    .join('; ')
    .slice(0, 1_000);
}

function flat(value: unknown, prefix = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return prefix === '' ? {} : { [prefix]: words(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, one]) => flat(one, prefix === '' ? name : `${prefix}.${name}`)),
  ) as Record<string, string>;
}

function words(value: unknown): string {
  const text = String(value ?? '–');
  if (text.startsWith('data:')) return `(${Math.round((text.length * 3) / 4 / 1024)} kB)`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
