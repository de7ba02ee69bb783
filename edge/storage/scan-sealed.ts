/** Rows read at once: some 200 kB of names. */
const AT_ONCE = 1_000;

/**
 * Rows that fit, where only opening each can tell: what lies sealed cannot be searched by a query. `page` reads the rows
 * after one, in order, at most as many as it is told; the next page is on its way while one is being opened.
 */
export async function scanSealed<R>(
  page: (after: R | undefined, limit: number) => Promise<R[]>,
  fits: (row: R) => Promise<boolean>,
): Promise<R[]> {
  const found: R[] = [];
  let rows = await page(undefined, AT_ONCE);
  for (;;) {
    const last = rows.length < AT_ONCE ? undefined : rows.at(-1);
    const next = last && page(last, AT_ONCE);
    const [judged, after] = await Promise.all([Promise.all(rows.map(fits)), next]);
    found.push(...rows.filter((_, i) => judged[i]));
    if (!after) return found;
    rows = after;
  }
}
