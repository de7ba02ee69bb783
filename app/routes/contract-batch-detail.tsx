import { BatchPage } from '../features/task/batch/batch-page.tsx';

export const handle = { ns: ['batch', 'task', 'error'], title: 'batch:list.title', below: '/contract/batch' };

export default BatchPage;
