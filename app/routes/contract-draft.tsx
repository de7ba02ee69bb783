import { DraftList } from '../features/task/list/draft-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['task', 'error'] };
export const meta = pageTitle;

export default DraftList;
