import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getImage } from '#core/realname/calls.ts';
import { fileQueryOf } from '../../query.ts';

/** Object URL of a picture from the server, for `img`; undefined while it loads, or without an id. */
export function usePicture(imageId: string): { url: string | undefined; error: unknown; retry: () => void } {
  const { data, error, refetch } = useQuery({
    ...fileQueryOf(getImage, { imageId }),
    enabled: imageId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, error, retry: () => void refetch() };
}
