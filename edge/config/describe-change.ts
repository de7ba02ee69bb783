const LONGEST = 60;

/** Differences between two settings as `name: old → new`, for the audit log. Pictures are represented by their size. */
export function describeChange(before: unknown, after: unknown): string {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => (old[name] ?? null) !== (now[name] ?? null))
    .map((name) => `${name}: ${valueText(old[name])} → ${valueText(now[name])}`)
    .join('; ')
    .slice(0, 1_000);
}

/**
 * Flattens an object to values by path. Values stay complete, because different values may look the same when
 * shortened.
 */
function flat(value: unknown, prefix = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return prefix === '' ? {} : { [prefix]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, one]) => flat(one, prefix === '' ? name : `${prefix}.${name}`)),
  );
}

function valueText(value: unknown): string {
  const text = String(value ?? '–');
  if (text.startsWith('data:')) return `(${Math.round((text.length * 3) / 4 / 1024)} kB)`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
