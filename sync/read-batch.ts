/** Messages over 1 MB arrive in chunks between two text markers (y-partykit, chunking). */
export type Batch = { parts: Uint8Array[]; size: number };

type Marker = { type: 'start' | 'end'; size: number };

const SENTINEL = 'y-pk-batch#';

/** Parses a marker; null if the text is not one. */
export function batchMarker(text: string): Marker | null {
  if (!text.startsWith(SENTINEL)) return null;
  try {
    const { type, size } = JSON.parse(text.slice(SENTINEL.length)) as Partial<Marker>;
    return (type === 'start' || type === 'end') && typeof size === 'number' ? { type, size } : null;
  } catch {
    return null;
  }
}
