/**
 * Versions of the API for programs, by the day on which they were published, the oldest first. A change that could break
 * a program becomes a new version; the ones before go on being answered in their form.
 */
export const API_VERSIONS = ['2026-11-23'] as const;

/** Header of requests (optional) and answers. */
export const VERSION_HEADER = 'Signet-Version';

/**
 * The version that applies to a request: the one that it asks for; otherwise the newest of the day on which its key was
 * made (`madeAt`, epoch ms), so that a program never gets a later one without asking for it. Null if the version does
 * not exist.
 */
export function versionFor(
  text: string | null,
  madeAt: number,
  versions: readonly string[] = API_VERSIONS,
): string | null {
  if (text !== null) return versions.includes(text) ? text : null;
  const day = new Date(madeAt).toISOString().slice(0, 10);
  return versions.findLast((version) => version <= day) ?? versions[0] ?? null;
}
