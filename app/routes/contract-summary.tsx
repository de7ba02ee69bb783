import { TrailPage } from '../features/task/trail/trail-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['trail', 'task', 'error'], crumb: 'trail:title', below: '/contractManage' };
export const meta = pageTitle;

/** /contract/summary/{planId}/{fileIndex}/{planStatus} ([2.6]) */
export default TrailPage;
