import { useLocation, useSearchParams } from '@remix-run/react';
import { StartHr } from '../features/task/hr/start-hr.tsx';
import { Wizard } from '../features/task/wizard/wizard.tsx';

export const handle = {
  ns: ['hr', 'wizard', 'batch', 'fill', 'seal', 'realname', 'stage', 'error'],
  title: 'hr:title.CONTRACT',
};

/** /hrcontract/startHRContract ([2.6]): employees and a template are chosen, then the wizard goes on. */
export default function StartHrContract() {
  const { state, key } = useLocation();
  const [params] = useSearchParams();
  return params.has('draft') || state?.hrDraft ? <Wizard /> : <StartHr key={key} />;
}
