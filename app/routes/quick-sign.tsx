import { useSearchParams } from '@remix-run/react';
import { QuickForm } from '../features/quicksign/quick-form.tsx';
import { QuickSignScreen } from '../features/quicksign/quick-sign-screen.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['quicksign', 'sign', 'stage', 'error'] };
export const meta = pageTitle;

/** /quickSignManage/fileQuickSign, without the left menu ([2.10]): first what is signed, then where. */
export default function QuickSignPage() {
  const id = useSearchParams()[0].get('id');
  return id ? <QuickSignScreen key={id} id={id} /> : <QuickForm />;
}
