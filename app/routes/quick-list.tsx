import { QuickList } from '../features/quicksign/quick-list.tsx';

export const handle = { ns: ['quicksign', 'error'], title: 'quicksign:list' };

/** /quickSignManage/quickList ([2.10]) */
export default function QuickListPage() {
  return <QuickList />;
}
