import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getImage } from '#core/realname/calls.ts';
import { fileQueryOf } from '../query.ts';

/** URL for `img` of the signed-in user's picture by its id; undefined without a picture and while it loads. */
export function usePhoto(imageId: string | undefined): string | undefined {
  const photo = fileQueryOf(getImage, { imageId: imageId ?? '' });
  const { data } = useQuery({
    ...photo,
    enabled: Boolean(imageId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { ...photo.meta, personal: true },
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}
