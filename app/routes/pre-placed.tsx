import { useSearchParams } from '@remix-run/react';
import { AddPlacesScreen } from '../features/task/change/add-places-screen.tsx';

export const handle = { ns: ['task', 'wizard', 'stage', 'error'], title: 'task:action.addPlaces' };

/** /prePlaced, full screen ([2.6]). */
export default function PrePlaced() {
  const [params] = useSearchParams();
  return <AddPlacesScreen key={params.get('planId')} />;
}
