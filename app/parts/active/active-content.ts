import { readFindings } from '#core/active-content.ts';
import type { AppError } from '#core/errors.ts';

// Two types, because the overloads of i18next's `t` fit the first only.
type Translate = (key: string) => string;
type TranslateWith = (key: string, params: Record<string, string>) => string;

const isRefusal = (error: unknown): error is AppError =>
  error instanceof Error &&
  'params' in error &&
  (error.name === 'DOCUMENT_ACTIVE' || error.name === 'DOCUMENT_ACTIVE_SIGNED');

/** Whether a file was rejected for active content that can be removed. */
export const canBeCleaned = (error: unknown): boolean => isRefusal(error) && error.name === 'DOCUMENT_ACTIVE';

/** The active content found, by kind with pages, in the user's language; undefined for any other error. */
export function activeText(error: unknown, t: Translate): string | undefined {
  if (!isRefusal(error)) return undefined;
  const say = t as TranslateWith;
  const found = readFindings(String(error.params.found)).map(({ kind, pages }) => {
    const what = t(`ui:active.kind.${kind}`);
    return pages.length > 0
      ? say('ui:active.onPages', { what, pages: pages.join(t('ui:active.comma')) })
      : say('ui:active.inFile', { what });
  });
  return say(error.name === 'DOCUMENT_ACTIVE' ? 'ui:active.refused' : 'ui:active.refusedSigned', {
    found: found.join(t('ui:active.semicolon')),
  });
}

/** The file without its active content, under a name that says so: a different file, which must be reviewed again. */
export async function cleanFile(file: File, fileType: 'PDF' | 'OFD', t: Translate): Promise<File> {
  const { removeActive } = await import('#core/task/remove-active-content.ts');
  const clean = await removeActive(new Uint8Array(await file.arrayBuffer()), fileType);
  const dot = file.name.lastIndexOf('.');
  const [name, ending] = dot < 0 ? [file.name, ''] : [file.name.slice(0, dot), file.name.slice(dot)];
  return new File([clean], `${name}${t('ui:active.cleaned')}${ending}`, { type: file.type });
}
