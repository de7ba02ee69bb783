import { useEffect, useRef, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import type { TemplateValues, WebContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import type { PageSource } from '../../stage/page-source.ts';
import { openTypesetSource } from '../typeset/open-typeset-source.ts';
import { layOutInBackground } from '../typeset/typeset.ts';

export interface Preview {
  readonly source?: PageSource | undefined;
  /** The error of the last typesetting; the previous pages stay visible. */
  readonly error?: unknown;
}

/**
 * The pages of a web template with its values, updated on each change: while typesetting runs, only the newest pending
 * change is typeset next.
 */
export function usePreview(
  content: WebContent | undefined,
  values: TemplateValues,
  options: { title: string; language: Language; pictures: ReadonlyMap<string, Bytes> },
): Preview {
  const [preview, setPreview] = useState<Preview>({});
  const aborted = useRef(new AbortController());
  const { title, language, pictures } = options;
  useEffect(() => {
    if (!content) return;
    aborted.current.abort();
    const now = new AbortController();
    aborted.current = now;
    const filled = fillBody(content, values, { title, language, pictures, mode: 'VALUES' });
    layOutInBackground(filled, now.signal).then(
      (typeset) => {
        if (!now.signal.aborted) setPreview({ source: openTypesetSource(typeset) });
      },
      (error: unknown) => {
        if (!now.signal.aborted) setPreview(({ source }) => ({ source, error }));
      },
    );
  }, [content, values, title, language, pictures]);
  useEffect(() => () => aborted.current.abort(), []);
  return preview;
}
