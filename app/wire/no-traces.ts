/** Headers of a page whose address is what leads somebody there: it goes to no other site, search engine or cache. */
export const noTraces = (): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
});
