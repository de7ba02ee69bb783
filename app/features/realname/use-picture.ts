import { useQuery } from '@tanstack/react-query';
import { getImage } from '#core/realname/calls.ts';
import { fileQueryOf } from '../../query.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';

/** Object URL of a picture from the server, for `img`; undefined while it loads, or without an id. */
export function usePicture(imageId: string): { url: string | undefined; error: unknown; retry: () => void } {
  const { data, error, refetch } = useQuery({
    ...fileQueryOf(getImage, { imageId }),
    enabled: imageId !== '',
    gcTime: 60_000,
    retry: false,
  });
  const url = useObjectUrl(data);
  return { url, error, retry: () => void refetch() };
}
