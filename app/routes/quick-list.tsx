import { QuickList } from '../features/quicksign/quick-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['quicksign', 'error'] };
export const meta = pageTitle;

/** /quickSignManage/quickList ([2.10]) */
export default function QuickListPage() {
  return <QuickList />;
}
