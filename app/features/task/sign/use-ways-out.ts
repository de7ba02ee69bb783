import { useNavigate } from '@remix-run/react';
import { useEmbedded } from '../../../parts/signing/embedded.ts';

/** Leaves without signing: back to the list of tasks, or out of the embedded page, which has no other pages. */
export function useWaysOut() {
  const navigate = useNavigate();
  const embedded = useEmbedded();
  const toList = () => navigate('/contract/issuedContract');
  return {
    leave: () => (embedded ? embedded.closed() : toList()),
    afterRefusal: () => (embedded ? embedded.refused() : toList()),
  };
}
