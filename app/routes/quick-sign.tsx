import { useSearchParams } from '@remix-run/react';
import { QuickForm } from '../features/quicksign/quick-form.tsx';
import { QuickSignScreen } from '../features/quicksign/quick-sign-screen.tsx';

export const handle = { ns: ['quicksign', 'placing', 'sign', 'stage', 'error'], title: 'quicksign:start' };

/** /quickSignManage/fileQuickSign, without the left menu ([2.10]): first the form for the file, then the placing. */
export default function QuickSignPage() {
  const id = useSearchParams()[0].get('id');
  return id ? <QuickSignScreen key={id} id={id} /> : <QuickForm />;
}
