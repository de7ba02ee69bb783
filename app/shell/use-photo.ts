import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getImage } from '#core/realname/calls.ts';
import { fileQueryOf } from '../query.ts';

/** The picture of the signed-in person by its id, as an address for `img`; undefined without one and while it comes. */
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
