import { useEffect, useRef, useState } from 'react';
import type { DraftDocument } from '#core/task/draft.ts';
import { isUpToDate } from '#core/task/template-document.ts';
import type { TemplateValues } from '#core/template/content.ts';
import { type LayingOut, readWordStep } from '../../../parts/laid-out/laying-out.tsx';
import type { Preview } from '../../../parts/template-form/use-preview.ts';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { useDocumentBytes } from '../draft/use-document-bytes.ts';

/** Delay, ms, between the last keystroke and the request: the server takes a second or more to lay a docx out. */
const REST_MS = 1_200;

/**
 * The pages of a document from a Word template. The server lays it out (`remake`) after a pause in typing; until then
 * the previous pages stay. Without `isWord` nothing is loaded.
 */
export function useWordPreview(
  document: DraftDocument,
  values: TemplateValues,
  { isWord, remake }: { isWord: boolean; remake: (onStep: (step: string) => void) => Promise<void> },
): Preview & { layingOut?: LayingOut | undefined } {
  const { bytes, error } = useDocumentBytes(isWord ? document.fileKey : undefined);
  const pages = usePageSource(bytes, 'PDF', document.pages);
  const [failed, setFailed] = useState<unknown>();
  const [layingOut, setLayingOut] = useState<LayingOut>();
  const latest = useRef(remake);
  latest.current = remake;
  const isStale = isWord && !isUpToDate(document, 'PDF');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values restarts the delay
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => {
      latest
        .current((step) => setLayingOut(readWordStep(step)))
        .then(() => setFailed(undefined), setFailed)
        .finally(() => setLayingOut(undefined));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isStale, values]);
  return {
    layingOut,
    source: pages.state === 'open' ? pages.source : undefined,
    error: failed ?? error ?? (pages.state === 'failed' ? pages.error : undefined),
  };
}
