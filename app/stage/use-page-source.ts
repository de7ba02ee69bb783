import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { PageSource, StagePage } from './page-source.ts';

export type SourceState =
  | { state: 'none' }
  | { state: 'opening' }
  | { state: 'open'; source: PageSource }
  | { state: 'failed'; error: unknown };

/** The page source of a file for the stage; reopened when the bytes change, closed on unmount. */
export function usePageSource(
  bytes: Bytes | undefined,
  format: 'PDF' | 'OFD',
  sizes?: readonly StagePage[],
): SourceState {
  const [state, setState] = useState<SourceState>({ state: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are only an optimisation; the bytes decide
  useEffect(() => {
    if (!bytes) {
      setState({ state: 'none' });
      return;
    }
    let left = false;
    let opened: PageSource | null = null;
    setState({ state: 'opening' });
    open(bytes, format, sizes).then(
      (source) => {
        opened = source;
        if (left) source.close();
        else setState({ state: 'open', source });
      },
      (error: unknown) => {
        if (!left) setState({ state: 'failed', error });
      },
    );
    return () => {
      left = true;
      opened?.close();
    };
  }, [bytes, format]);
  return state;
}

async function open(bytes: Bytes, format: 'PDF' | 'OFD', sizes?: readonly StagePage[]): Promise<PageSource> {
  if (format === 'OFD') return (await import('./open-ofd-source.ts')).openOfdSource(bytes);
  return (await import('./open-pdf-source.ts')).openPdfSource(bytes, sizes);
}
