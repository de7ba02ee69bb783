import { useCallback, useEffect, useRef, useState } from 'react';
import { isClientError } from '../wire/client-error.ts';

export type UploadOptions = {
  signal: AbortSignal;
  onProgress: (sentBytes: number, totalBytes: number) => void;
};
export type Upload<T> = (file: File, options: UploadOptions) => Promise<T>;

export type UploadItem<T> = {
  id: string;
  name: string;
  size: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  error?: unknown;
  result?: T;
};

/** Number of concurrent uploads; further files are queued. */
const AT_ONCE = 2;

/** Uploads files, a few at a time, each with its progress; each can be cancelled or retried on its own. */
export function useUploads<T>(upload: Upload<T>, onDone: (item: UploadItem<T>) => void) {
  const [items, setItems] = useState<UploadItem<T>[]>([]);
  const files = useRef(new Map<string, File>());
  const aborts = useRef(new Map<string, AbortController>());
  const latest = useRef({ upload, onDone });
  latest.current = { upload, onDone };

  const change = useCallback(
    (id: string, part: Partial<UploadItem<T>>) =>
      setItems((old) => old.map((item) => (item.id === id ? { ...item, ...part } : item))),
    [],
  );

  const run = useCallback(
    async (item: UploadItem<T>) => {
      const file = files.current.get(item.id);
      if (!file || aborts.current.has(item.id)) return;
      const abort = new AbortController();
      aborts.current.set(item.id, abort);
      change(item.id, { state: 'uploading', progress: 0, error: undefined });
      try {
        const result = await latest.current.upload(file, {
          signal: abort.signal,
          onProgress: (sent, total) => change(item.id, { progress: total > 0 ? sent / total : 0 }),
        });
        change(item.id, { state: 'done', progress: 1, result });
        latest.current.onDone({ ...item, state: 'done', progress: 1, result });
      } catch (error) {
        if (!(isClientError(error) && error.kind === 'aborted')) change(item.id, { state: 'failed', error });
      } finally {
        aborts.current.delete(item.id);
      }
    },
    [change],
  );

  useEffect(() => {
    const room = AT_ONCE - items.filter((item) => item.state === 'uploading').length;
    for (const item of items.filter((one) => one.state === 'waiting').slice(0, Math.max(0, room))) run(item);
  }, [items, run]);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const add = useCallback((added: readonly File[]) => {
    const next = added.map((file): UploadItem<T> => {
      const id = crypto.randomUUID();
      files.current.set(id, file);
      return { id, name: file.name, size: file.size, state: 'waiting', progress: 0 };
    });
    setItems((old) => [...old, ...next]);
  }, []);

  const remove = useCallback((id: string) => {
    aborts.current.get(id)?.abort();
    files.current.delete(id);
    setItems((old) => old.filter((item) => item.id !== id));
  }, []);

  const retry = useCallback((id: string) => change(id, { state: 'waiting', progress: 0 }), [change]);

  /** Replaces the file of an item and uploads it. */
  const replace = useCallback(
    (id: string, file: File) => {
      files.current.set(id, file);
      change(id, { name: file.name, size: file.size, state: 'waiting', progress: 0, error: undefined });
    },
    [change],
  );

  const fileOf = useCallback((id: string) => files.current.get(id), []);

  return { items, add, remove, retry, replace, fileOf };
}
