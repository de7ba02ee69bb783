import { DraftList } from '../features/task/list/draft-list.tsx';

export const handle = { ns: ['task', 'error'], title: 'task:draft.title' };

export default DraftList;
