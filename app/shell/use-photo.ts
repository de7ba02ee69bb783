import { useQuery } from '@tanstack/react-query';
import { getImage } from '#core/realname/calls.ts';
import { fileQueryOf } from '../query.ts';
import { useObjectUrl } from '../ui/use-object-url.ts';

/** URL for `img` of the signed-in user's picture by its id; undefined without a picture and while it loads. */
export function usePhoto(imageId: string | undefined): string | undefined {
  const photo = fileQueryOf(getImage, { imageId: imageId ?? '' });
  const { data } = useQuery({
    ...photo,
    enabled: Boolean(imageId),
    retry: false,
    meta: { ...photo.meta, personal: true },
  });
  return useObjectUrl(data);
}
