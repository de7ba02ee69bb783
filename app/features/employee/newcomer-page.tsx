import { useSearchParams } from '@remix-run/react';
import { NewcomerDetails } from './newcomer-details.tsx';
import { NewcomerList } from './newcomer-list.tsx';

/**
 * /company/entry ([2.3a], [2.14]): newcomers by state, or instead the file given in the URL. Going back returns to the
 * same page of the list.
 */
export function NewcomerPage() {
  const [params, setParams] = useSearchParams();
  const newcomerId = params.get('newcomerId');
  if (!newcomerId) return <NewcomerList />;
  const close = () =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete('newcomerId');
      return next;
    });
  return <NewcomerDetails newcomerId={newcomerId} onClose={close} />;
}
