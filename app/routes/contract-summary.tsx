import { TrailPage } from '../features/task/trail/trail-page.tsx';

export const handle = {
  ns: ['trail', 'task', 'company', 'realname', 'seal', 'reminder', 'signerProof', 'error'],
  title: 'trail:title',
  below: '/contractManage',
};

/** /contract/summary/{planId}/{fileIndex}/{planStatus} ([2.6]) */
export default TrailPage;
