import { BatchList } from '../features/task/batch/batch-list.tsx';

export const handle = { ns: ['batch', 'error'], title: 'batch:list.title' };

export default BatchList;
