import { NoticePage } from '../features/notice/notice-page.tsx';

export const handle = { ns: ['notice', 'task', 'error'], title: 'notice:title' };

export default NoticePage;
