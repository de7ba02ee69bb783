import { useSearchParams } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { LoadingState } from '../../ui/state.tsx';
import { Roster } from './roster.tsx';

const EmployeeDetails = lazy(() =>
  import('./employee-details.tsx').then((m) => ({ default: m.EmployeeDetails })),
);
const ImportList = lazy(() => import('./import/import-list.tsx').then((m) => ({ default: m.ImportList })));

/**
 * /company/employee ([2.3a], [2.14]): the roster, or instead the details of the employee in the URL, or the imports.
 * Going back returns to the same page of the roster.
 */
export function EmployeePage() {
  const [params, setParams] = useSearchParams();
  const employeeId = params.get('employeeId');
  if (params.has('imports'))
    return (
      <Suspense fallback={<LoadingState />}>
        <ImportList onClose={() => setParams({})} />
      </Suspense>
    );
  if (!employeeId) return <Roster />;
  const close = () =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete('employeeId');
      next.delete('section');
      return next;
    });
  return (
    <Suspense fallback={<LoadingState />}>
      <EmployeeDetails employeeId={employeeId} onClose={close} />
    </Suspense>
  );
}
