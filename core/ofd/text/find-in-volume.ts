import type { OfdVolume } from '#core/ofd/model/open-volume.ts';
import { type FindOptions, findText, type TextMatch } from './find-text.ts';

/**
 * Like `findText`, but in all documents of a file; pages are numbered continuously.
 *
 * ```ts
 * const [first] = findInVolume(openVolume(openOfd(bytes)), '甲方', { which: 'first' });
 * ```
 */
export function findInVolume(volume: OfdVolume, keyword: string, options: FindOptions = {}): TextMatch[] {
  const { from = 0, to = volume.pageCount - 1 } = options.pages ?? {};
  const found = volume.parts.map(({ document, firstPage }) => {
    const last = firstPage + document.pages.length - 1;
    if (from > last || to < firstPage) return [];
    const pages = { from: Math.max(0, from - firstPage), to: to - firstPage };
    return findText(document, keyword, { ...options, pages }).map((match) => ({
      ...match,
      pageIndex: match.pageIndex + firstPage,
    }));
  });
  const all = found.flat();
  if (options.which === 'first') return all.slice(0, 1);
  return options.which === 'last' ? all.slice(-1) : all;
}
